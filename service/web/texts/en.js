// Every text of the page, in English. Another language is a copy of this file; see core/texts.js.
// Where a text depends on something it is a function of it.

/** @param {number} count @param {string} one @param {string} many */
const some = (count, one, many) => `${new Intl.NumberFormat("en").format(count)} ${count === 1 ? one : many}`;

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

export default {
  app: {
    name: "Pyramid",
    navigation: "Pages",
    skip: "Skip to the page",
    sections: {
      daily: "Today",
      archive: "Past days",
      play: "Any deal",
      solve: "Solve",
      review: "Look back on a game",
      tables: "Tables",
      statistics: "Statistics",
    },
    api: "For developers: the API",
    offline: "No connection. You can play on; results are sent later.",
    onlineAgain: "The connection is back.",
    noAnswer: "The service doesn’t answer. Try again in a moment.",
    noConnection: "There is no connection.",
    noPage: "There is no such page.",
    failed: "That didn’t work",
    unexpected: "Something unexpected has happened. Loading the page again may help.",
    again: "Try again",
    toDaily: "To today’s deal",
    loading: "Loading …",
    copied: "Copied.",
    copyByHand: "Copy this:",
  },

  // What the service says, in words for players, by kind of problem; else its own words.
  problems: {
    sealed: "That is told once the day of this deal is over.",
    "too-many-requests": "That was a lot of questions. Try again in a minute.",
    busy: "Many people are asking just now. Try again in a moment.",
    "not-made": "This deal is being made. It takes some seconds.",
  },

  cards: {
    ranks: {
      A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
      8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
    },
    suits: { C: "clubs", D: "diamonds", H: "hearts", S: "spades" },
    name: (/** @type {string} */ rank, /** @type {string} */ suit) => `${rank} of ${suit}`,
    second: (/** @type {string} */ name) => `second ${name}`,
  },

  moves: {
    draw: "draw from the stock",
    recycle: "turn the waste over",
    remove: (/** @type {string} */ cards) => `remove ${cards}`,
    cell: (/** @type {string} */ card) => `put ${card} into a cell`,
    done: {
      draw: "Drawn.",
      recycle: "The waste is turned over.",
      remove: (/** @type {string} */ cards) => `${capital(cards)} removed.`,
      cell: (/** @type {string} */ card) => `${capital(card)} put into a cell.`,
    },
  },

  table: {
    zones: { pyramid: "", stock: "on the stock", waste: "on the waste", reserve: "in the reserve", cell: "in a cell", gone: "removed" },
    inZone: (/** @type {string} */ card, /** @type {string} */ zone) => `${card}, ${zone}`,
    covered: (/** @type {string} */ card, /** @type {string} */ covers) => `${card}, covered by ${covers}`,
    goes: ", goes with the chosen card",
    draw: (/** @type {number} */ left) => `Draw: ${some(left, "card", "cards")} in the stock`,
    recycle: "Turn the waste over: the stock is empty",
    empty: "The stock is empty, and can’t be filled again",
    cell: (/** @type {number} */ cell) => `Free cell ${cell}: put the chosen card here`,
  },

  desk: {
    name: "The game",
    table: (/** @type {number} */ left) => `Table, ${some(left, "card", "cards")} left in the pyramid`,
    tools: "What you can do",
    moves: "Moves",
    par: "Par",
    parTitle: "The least possible number of moves",
    time: "Time",
    pass: "Pass",
    passOf: (/** @type {number} */ pass, /** @type {number} */ passes) => (passes ? `${pass} of ${passes}` : `${pass}`),
    draw: "Draw",
    recycle: "Turn over",
    undo: "Undo",
    redo: "Redo",
    restart: "Start over",
    another: "Play it again",
    restarted: "From the beginning.",
    fair: "Fair hint",
    fairTitle: "Knows what you have seen, and no more",
    full: "Full hint",
    fullTitle: "Peeks: knows the order of the stock",
    sealed: "Full hints on today’s deal are given once its day is over",
    thinking: "Thinking …",
    noMove: "There is nothing left to do.",
    fullHint: (/** @type {string} */ move, /** @type {string} */ status, /** @type {number | null} */ moves) =>
      status === "lost"
        ? "Full hint: no way to play on wins any more."
        : status === "winnable"
          ? `Full hint, which knows the order of the stock: ${move}. ${moves === null ? "That wins." : `That wins in ${some(moves, "move", "moves")}.`}`
          : `Full hint: not sure, but try this: ${move}.`,
    fairHint: (/** @type {string} */ move, /** @type {number} */ wins, /** @type {number} */ samples, /** @type {number} */ unseen) =>
      unseen < 2
        ? `Fair hint: ${move}. ${wins ? "You have seen every card: that wins." : "You have seen every card, and no way wins."}`
        : `Fair hint: ${move}. Of ${some(samples, "order", "orders")} in which the cards you haven’t seen may lie, ${some(wins, "wins", "win")}.`,
    lost: (/** @type {number | null} */ undo) =>
      undo === null
        ? "No chance of winning: this deal can’t be won."
        : `No chance of winning any more: undo ${some(undo, "move", "moves")} to be back in a won game.`,
    undoMany: (/** @type {number} */ undo) => `Undo ${some(undo, "move", "moves")}`,
    stuck: "There is no move left. Undo, or start over.",
    watch: "Tell me when the game can’t be won any more",
    keys: "Keys: arrows and Enter choose cards, D draws, U undoes, R redoes, H gives a fair hint.",
    won: "Won!",
    left: (/** @type {number} */ left) => `${some(left, "card", "cards")} left in the pyramid.`,
    tookBack: (/** @type {string} */ move) => `Taken back: ${move}.`,
    tookBackMany: (/** @type {number} */ count) => `${some(count, "move", "moves")} taken back.`,
    selected: (/** @type {string} */ card, /** @type {string[]} */ partners) =>
      partners.length ? `${capital(card)} chosen. It goes with ${partners.join(", ")}.` : `${capital(card)} chosen. Nothing goes with it now.`,
    covered: (/** @type {string} */ card, /** @type {string} */ covers) => `${capital(card)} is covered by ${covers}.`,
    alone: (/** @type {string} */ card) => `Nothing that can be reached goes with ${card}.`,
  },

  daily: {
    title: (/** @type {string} */ day) => `Deal of ${day}`,
    today: "Today’s deal",
    difficulties: { easy: "easy", medium: "medium", hard: "hard" },
    difficulty: "Difficulty",
    rules: "Rules",
    usual: "of the day",
    info: (/** @type {number} */ number, /** @type {string} */ difficulty) => `No. ${number}, ${difficulty}`,
    proven: "Par is the least possible number of moves, proven by two independent solvers",
    proven1: "Par is the least possible number of moves, proven by an exhaustive search",
    making: "This deal is being made. It takes some seconds.",
    kept: "There is no connection: this is the deal that was loaded before.",
    over: "This day is over; its game counts for yourself.",
    solution: "Watch the shortest solution",
    board: "The board",
    nobody: "Nobody has won it yet. Be the first.",
    place: { rank: "Rank", name: "Name", moves: "Moves", time: "Time" },
    notHere: "There is no deal of that day.",
  },

  replay: {
    name: "Replay",
    tools: "Steps",
    first: "First",
    back: "Back",
    on: "Next",
    last: "Last",
    play: "Play",
    pause: "Pause",
    slider: "Move",
    step: (/** @type {number} */ step, /** @type {number} */ moves) => `Move ${step} of ${moves}`,
  },

  solution: {
    title: (/** @type {string} */ day) => `Solution of ${day}`,
    notYet: "The solution is published when the day is over (in UTC).",
    proof: (/** @type {number} */ moves, /** @type {boolean} */ both) =>
      `${some(moves, "move is", "moves are")} the least possible: proven by ${both ? "an exhaustive search, and independently by a constraint model" : "an exhaustive search"}.`,
    play: "Play it yourself",
    check: "Check it yourself",
    checkText: "The deal comes from a secret and the date, as the key of the day shows that is published with the solution; the digest was published before.",
    seed: "Seed",
    candidate: "Candidate",
    key: "Key of the day",
    digest: "Digest of the solution (SHA-256)",
    raw: "The certificate, for programs",
  },

  archive: {
    intro: "Every day has had its deal, for each kind of rules. Past ones are played for yourself, with all hints.",
    usual: "of the day",
    earlier: "Earlier days",
    play: "Play",
    solution: "Solution",
    par: (/** @type {number} */ moves) => `par ${moves}`,
    won: (/** @type {number} */ moves) => `Won in ${moves}`,
    begun: "Begun",
  },

  play: {
    some: "a deal of your own",
    titleOf: (/** @type {string} */ code) => `Deal ${code}`,
    intro: "Play any deal there is, under any rules.",
    code: "The deal’s code",
    codeHelp: "seed:7 and the like, ms:N (Microsoft’s numbers), pysol:N (PySolFC’s), or all cards: QH 5C …",
    deal: "Deal",
    random: "A random deal",
    least: "What is the least possible?",
    link: "Copy a link to this",
    solve: "Solve it",
    won: (/** @type {number} */ moves) => `You have won, in ${some(moves, "move", "moves")}.`,
  },

  solve: {
    title: "Solve a deal of mine",
    intro: "Write or paste all cards in order (the pyramid from its top row down, then the stock, the next card first), or tap them in. Codes such as seed:7 and positions will do as well.",
    deal: "The deal",
    nothing: "No card yet.",
    missing: (/** @type {number} */ cards) => `${some(cards, "card is", "cards are")} missing.`,
    complete: "All there.",
    pick: "Tap the cards in",
    noPicking: "What is written isn’t a list of cards.",
    go: "Solve",
    cancel: "Give it up",
    cancelled: "Given up.",
    progress: (/** @type {number} */ seconds, /** @type {number} */ nodes, /** @type {number | null} */ place) =>
      `Searching, ${some(seconds, "second", "seconds")} …${place ? ` ${some(place, "question", "questions")} before this one.` : ""}${nodes ? ` ${some(nodes, "position", "positions")} examined.` : ""}`,
    result: "What was found",
    lost: "Can’t be won: proven.",
    won: (/** @type {number} */ moves) => `Can be won; ${some(moves, "move is", "moves are")} the least possible: proven.`,
    wonAlready: "Won already.",
    unknown: (/** @type {number | null} */ least, /** @type {number | null} */ most) =>
      most === null
        ? `Not known: the search has reached its limit.${least === null ? "" : ` A win takes ${least} moves or more.`}`
        : `Can be won, in ${some(most, "move", "moves")} or fewer${least === null ? "" : `, but not in fewer than ${least}`}; the least isn’t known.`,
    work: (/** @type {string} */ nodes, /** @type {number} */ seconds) => `${nodes} positions examined in ${seconds < 1 ? `${Math.ceil(1000 * seconds)} ms` : `${seconds.toFixed(1)} s`}.`,
    microsoft: (/** @type {number} */ points) => `${points} points by Microsoft’s count.`,
    par: (/** @type {number} */ points) => `Par score ${points}.`,
    play: "Play it",
  },

  picker: {
    board: "Places of the board",
    stock: "The stock, the next card first",
    deck: "Cards to choose",
    empty: "empty",
    inRow: (/** @type {number} */ row, /** @type {number} */ card) => `row ${row}, card ${card}`,
    inReserve: (/** @type {number} */ column, /** @type {number} */ card) => `reserve column ${column}, card ${card}`,
    inStock: (/** @type {number} */ card) => `stock card ${card}`,
    beyond: (/** @type {number} */ card) => `card ${card}`,
    next: (/** @type {string} */ place) => `The next card goes to: ${place}.`,
    put: (/** @type {string} */ card, /** @type {string} */ place) => `${capital(card)}: ${place}.`,
    back: "Take the last one back",
    clear: "Clear",
    unknown: (/** @type {string} */ word, /** @type {string} */ place) => `${capital(place)}: “${word}” is no card.`,
    second: (/** @type {string} */ word, /** @type {string} */ place) => `${capital(place)}: ${word} is a card of a second pack, and these rules have one.`,
    double: (/** @type {string} */ card, /** @type {string[]} */ places) => `${capital(card)} stands ${places.length} times: ${places.join("; ")}.`,
    many: (/** @type {string} */ cards) => `${cards} cards are too many.`,
  },

  review: {
    intro: "What did each move cost, and where was the game lost?",
    none: "That game isn’t kept in this browser.",
    games: "Your games",
    other: "Another game",
    deal: "Deal or position",
    movesField: "Moves",
    look: "Look back",
    moves: (/** @type {number} */ moves) => some(moves, "move", "moves"),
    daily: (/** @type {string} */ day, /** @type {string} */ rules, /** @type {string} */ difficulty) => `${day} (${rules}, ${difficulty})`,
    deal_: (/** @type {string} */ rules) => `A deal of ${rules}`,
    fatal: "Here the game was lost.",
    lost: "Lost already.",
    cost: (/** @type {number} */ moves) => `Costs ${some(moves, "move", "moves")}.`,
    best: "Best.",
    wins: "Can still be won.",
    unknown: "Not known.",
    never: "This deal couldn’t be won from the beginning.",
    lostBy: (/** @type {number} */ move, /** @type {boolean} */ certain) => `Move ${move} has lost the game${certain ? "" : " (an earlier one may have; not everything was found out in time)"}.`,
    wasted: (/** @type {boolean} */ won, /** @type {number} */ moves) =>
      `${won ? "Won" : "Not lost"}; ${moves ? `${some(moves, "move", "moves")} more than it would have taken.` : "and no move was wasted."}`,
  },

  statistics: {
    intro: "Random deals, solved by the thousand: every number here is counted, none is guessed.",
    shares: "How many deals can be won",
    sharesLabel: "Bars: for each kind of rules the share of random deals that can be won, with its 95 % interval. The numbers follow.",
    moves: "The least number of moves",
    movesLabel: (/** @type {string} */ rules, /** @type {number} */ median) => `Bars: how often each least number of moves occurs under ${rules}; the median is ${median}. The numbers follow.`,
    numbers: "The numbers",
    unknown: "Of two packs the least number of moves is hardly ever known.",
    columns: { rules: "Rules", share: "Share", interval: "95 % interval", deals: "Deals", undecided: "Undecided", moves: "Moves" },
    between: (/** @type {string} */ low, /** @type {string} */ high) => `${low} to ${high}`,
    quantities: { min_moves: "Moves", removals: "Removals", draws: "Draws", passes: "Passes" },
    medians: (/** @type {string} */ deals, /** @type {string} */ most) => `Medians over shortest wins of ${deals} deals.${most ? ` The longest shortest win took ${most} moves.` : ""}`,
  },

  finish: {
    title: "You have won!",
    best: "And nobody can do it in fewer moves.",
    over: (/** @type {number} */ over) => `${some(over, "move", "moves")} more than the least possible.`,
    sum: (/** @type {number} */ moves, /** @type {string} */ time) => `${some(moves, "move", "moves")} in ${time}.`,
    helped: (/** @type {number} */ hints, /** @type {number} */ undone) =>
      `With ${some(hints, "hint", "hints")} and ${some(undone, "move", "moves")} taken back.`,
    rank: (/** @type {number} */ rank, /** @type {number} */ players) => `Rank ${rank} of ${players} today.`,
    better: (/** @type {number} */ moves, /** @type {string} */ time) => `Your best win of this deal stays: ${some(moves, "move", "moves")} in ${time}.`,
    streak: (/** @type {number} */ streak) => `Streak: ${some(streak, "day", "days")} in a row.`,
    name: "A name for the board (or none)",
    handIn: "Put it on the board",
    handing: "Sending …",
    later: "There is no connection. Your win is sent as soon as there is one.",
    share: "Share",
    shareText: (/** @type {string} */ what, /** @type {string} */ result) => `Pyramid ${what}\n${result}`,
    shareWhat: (/** @type {number} */ number, /** @type {string} */ rules, /** @type {string} */ difficulty) => `No. ${number} (${rules}, ${difficulty})`,
    shareResult: (/** @type {number} */ moves, /** @type {number} */ par, /** @type {string} */ time) => `${some(moves, "move", "moves")}, least possible ${par}, ${time}`,
    shareStreak: (/** @type {number} */ streak) => `🔥 ${some(streak, "day", "days")} in a row`,
    noHints: "no hints",
    hints: (/** @type {number} */ hints) => some(hints, "hint", "hints"),
    review: "Look back on my game",
    reviewLater: "Each of your moves can be graded once the day is over.",
  },
};
