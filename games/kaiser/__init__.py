"""Kaiser: the five of hearts is worth five points, the three of spades costs three.

Where the rules are open, what was chosen:

* *The auction.* The dealer may equal any last bid, also the partner's, and also a 40.
* *40.* Its declarer leads. The others play with three cards to a trick; the deal is over after
  eight tricks, also if an early one is lost, and the declarer's partner holds eight cards to the
  end, which nobody gets to see. The other team counts what it has taken, as always; a five of
  hearts or three of spades that sits out counts for nobody.
* *Hands thrown in.* All four seats decide at the same time, unseen; seats whose hand can't be
  thrown in can but keep it. So nobody learns from who is waited for how good a hand is. Once
  all have decided, hands that were thrown in are shown. The next deal has the next number:
  its cards are the next of the seed, or the next that were given.
* *The end of deals.* Hands thrown in and auctions passed out count towards ``max_deals``, so
  that every game ends. After the last deal the team with more points wins, ``cap`` being the
  reason; if they are even, all four seats have won.
* ``three_trick_rule``: as soon as the three of spades is taken, its takers have -3 until they
  have taken three tricks. That is what their bid, if it is theirs, is held against. The points
  of both teams don't always add up to 10 then, nor do they at 40.
* ``cap`` looks at the points that the three-trick rule has left: they don't count above 0, they
  do below.
* ``must_bid_to_win``: the team that hasn't won the auction stops one point short of the target.
* *Both at an end.* The bidders are looked at first: if they are at the target they win, if they
  are at the floor they lose, wherever the others are.
"""

from __future__ import annotations

from games.kaiser.game import KAISER, Kaiser

__all__ = ["KAISER", "Kaiser"]
