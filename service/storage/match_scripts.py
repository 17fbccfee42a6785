"""What the store does with matches in one step, in Lua."""

from __future__ import annotations

__all__ = ["APPEND", "CREATE", "DUE", "RESTORE"]

# KEYS: match, log, once, bots, clocks, open, news channel, code, running and matches of the player.
# ARGV: id, head, now, seconds to live, most matches of a player, status, whether anybody may join,
# when bots are overdue or '', deadline or ''. Makes a match, unless its player sits at too many.
CREATE = """
redis.call('ZREMRANGEBYSCORE', KEYS[9], '-inf', ARGV[3] - ARGV[4] * 1000)
if redis.call('EXISTS', KEYS[1]) == 1 then return 'known' end
if redis.call('ZCARD', KEYS[9]) >= tonumber(ARGV[5]) then return 'too-many' end
if redis.call('EXISTS', KEYS[8]) == 1 then return 'code-taken' end
redis.call('HSET', KEYS[1], 'head', ARGV[2], 'status', ARGV[6], 'deadline', ARGV[9])
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('SET', KEYS[8], ARGV[1], 'EX', ARGV[4])
for i = 9, 10 do
  redis.call('ZADD', KEYS[i], ARGV[3], ARGV[1])
  redis.call('EXPIRE', KEYS[i], ARGV[4])
end
if ARGV[7] == '1' then redis.call('ZADD', KEYS[6], ARGV[3], ARGV[1]) end
if ARGV[8] ~= '' then redis.call('ZADD', KEYS[4], ARGV[8], ARGV[1]) end
if ARGV[9] ~= '' then redis.call('ZADD', KEYS[5], ARGV[9], ARGV[1]) end
return 'made'
"""

# KEYS: match, log, once, bots, clocks, open, news channel, code, then running and matches of the
# players at the table, who joins or leaves first. ARGV: id, version that the change is for, entry,
# idempotency key or '', digest of its request, now, seconds to live, status, when bots are overdue
# or '', deadline or '', whether anybody may join, whether somebody joins, whether somebody leaves,
# most matches of a player, whether a bot has made it.
# Appends an entry if nothing has happened since that version; all that depends on it changes in
# the same moment. Returns the outcome and the version that holds.
APPEND = """
if redis.call('EXISTS', KEYS[1]) == 0 then return {'gone', 0} end
local version = redis.call('LLEN', KEYS[2])
if ARGV[4] ~= '' then
  local found = redis.call('HGET', KEYS[3], ARGV[4])
  if found then
    local at, digest = string.match(found, '^(%d+) (.*)$')
    if digest ~= ARGV[5] then return {'reused', version} end
    return {'again', tonumber(at)}
  end
end
if version ~= tonumber(ARGV[2]) then return {'stale', version} end
if ARGV[12] == '1' then
  redis.call('ZREMRANGEBYSCORE', KEYS[9], '-inf', ARGV[6] - ARGV[7] * 1000)
  if redis.call('ZCARD', KEYS[9]) >= tonumber(ARGV[14]) then return {'too-many', version} end
end
redis.call('RPUSH', KEYS[2], ARGV[3])
version = version + 1
if ARGV[4] ~= '' then redis.call('HSET', KEYS[3], ARGV[4], version .. ' ' .. ARGV[5]) end
redis.call('HSET', KEYS[1], 'status', ARGV[8], 'deadline', ARGV[10])
for i = 4, 5 do
  if ARGV[i + 5] == '' then redis.call('ZREM', KEYS[i], ARGV[1])
  else redis.call('ZADD', KEYS[i], ARGV[i + 5], ARGV[1]) end
end
if ARGV[11] == '1' then redis.call('ZADD', KEYS[6], 'NX', ARGV[6], ARGV[1])
else redis.call('ZREM', KEYS[6], ARGV[1]) end
for i = 9, #KEYS, 2 do
  if ARGV[8] == 'over' or (i == 9 and ARGV[13] == '1') then redis.call('ZREM', KEYS[i], ARGV[1])
  elseif ARGV[15] == '0' then redis.call('ZADD', KEYS[i], ARGV[6], ARGV[1]) end
  redis.call('ZREMRANGEBYSCORE', KEYS[i + 1], '-inf', ARGV[6] - ARGV[7] * 1000)
  if ARGV[15] == '0' then redis.call('ZADD', KEYS[i + 1], ARGV[6], ARGV[1]) end
  redis.call('EXPIRE', KEYS[i], ARGV[7])
  redis.call('EXPIRE', KEYS[i + 1], ARGV[7])
end
for i = 1, 3 do redis.call('EXPIRE', KEYS[i], ARGV[7]) end
redis.call('EXPIRE', KEYS[8], ARGV[7])
redis.call('PUBLISH', KEYS[7], ARGV[1] .. ' ' .. version .. ' ' .. ARGV[8])
return {'done', version}
"""

# KEYS: match, log, once, bots, clocks, open, news channel, code, then running and matches of the
# players. ARGV: id, head, now, seconds to live, status, when bots are overdue or '', deadline or
# '', whether anybody may join, then the entries. Keeps a match that was kept elsewhere.
RESTORE = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 'known' end
if redis.call('EXISTS', KEYS[8]) == 1 then return 'code-taken' end
redis.call('HSET', KEYS[1], 'head', ARGV[2], 'status', ARGV[5], 'deadline', ARGV[7])
redis.call('DEL', KEYS[2])
for i = 9, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
for i = 4, 5 do
  if ARGV[i + 2] ~= '' then redis.call('ZADD', KEYS[i], ARGV[i + 2], ARGV[1]) end
end
if ARGV[8] == '1' then redis.call('ZADD', KEYS[6], ARGV[3], ARGV[1]) end
redis.call('SET', KEYS[8], ARGV[1])
for i = 9, #KEYS, 2 do
  if ARGV[5] ~= 'over' then redis.call('ZADD', KEYS[i], ARGV[3], ARGV[1]) end
  redis.call('ZADD', KEYS[i + 1], ARGV[3], ARGV[1])
end
for i, key in ipairs(KEYS) do
  if i <= 3 or i >= 8 then redis.call('EXPIRE', key, ARGV[4]) end
end
return 'done'
"""

# KEYS: bots or clocks. ARGV: now, until when those that are returned are left alone, how many.
# Takes what is due, and puts it off: who takes it may die.
DUE = """
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, id in ipairs(found) do redis.call('ZADD', KEYS[1], ARGV[2], id) end
return found
"""
