/** The value of a step's member: how it is read, and what it may be. */
export interface Value {
  /** The value for the simulation; undefined where it is not valid. */
  readonly read: (given: unknown) => unknown
  readonly fix: string
  /** The allowed words, where there are only a few. */
  readonly words?: readonly string[]
}

const cards = [
  'ok',
  'soft_decline',
  'hard_decline',
  'third_try',
  'revoked',
  'late',
  'charge_back',
  'pending',
  'timeout',
  'unreached',
]

const day = (fix: string): Value => ({
  read: (given) =>
    typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given) ? given : undefined,
  fix,
})

const wholeNumber = (atMost: number, fix: string): Value => ({
  read: (given) =>
    Number.isInteger(given) && Number(given) >= 1 && Number(given) <= atMost ? given : undefined,
  fix,
})

const oneOf = (words: readonly string[]): Value => ({
  read: (given) => words.find((word) => word === given),
  fix: `one of ${words.join(', ')}`,
  words,
})

const object = (fix: string): Value => ({
  read: (given) => (isObject(given) && Object.keys(given).length > 0 ? given : undefined),
  fix,
})

/** May be empty or `true`, without further settings. */
const objectOrNothing = (members: readonly string[], fix: string): Value => ({
  read: (given) => {
    if (given === null || given === true) return {}
    if (!isObject(given)) return undefined
    return Object.keys(given).every((name) => members.includes(name)) ? given : undefined
  },
  fix,
})

/** The members of a step, in the order in which a person writes them. */
export const stepValues: Readonly<Record<string, Value>> = {
  month: wholeNumber(240, 'a month of the policy, counted from 1'),
  day: wholeNumber(31, 'a day of that month of the policy, counted from 1'),
  on: day('a day such as 2027-05-10'),
  change: object('the answers of the quote that change, such as { deductible: 20000 }'),
  update: object('the policy data that changes, such as { email: new@example.com }'),
  from: day('the first day of the endorsement, such as 2027-05-01'),
  card: oneOf(cards),
  pay: {
    read: (given) => (given === null || given === true ? true : oneOf(ways).read(given)),
    fix: 'nothing, card or transfer',
    words: ['card', 'transfer'],
  },
  publish: {
    read: (given) => (typeof given === 'string' && given !== '' ? given : undefined),
    fix: 'the folder of the version, seen from the script',
  },
  cancel: objectOrNothing(
    ['last_day', 'reason', 'kind', 'reason_code', 'occurred_on'],
    'nothing, or { last_day: 2027-12-31, reason: Sold. }, also with kind, reason_code and occurred_on',
  ),
  reinstate: objectOrNothing(['gap'], 'nothing, or { gap: true }'),
  renewal: {
    read: (given) => {
      if (isObject(given) && isObject(given['retry'])) return given
      return oneOf(decisions).read(given) ?? (given === 'retry' ? { retry: {} } : undefined)
    },
    fix: 'accept, decline, retry or { retry: { answers: { ... } } }',
    words: ['accept', 'decline', 'retry'],
  },
}

const ways = ['card', 'transfer']
const decisions = ['accept', 'decline']

function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}
