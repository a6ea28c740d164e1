import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const folders = [
  'server/src',
  'spreadsheet/src',
  'cli/src',
  'sdk/src',
  'bench',
  'faults',
  'tools',
  'docs',
]

/** All that people read of us, in code and beside it. */
const files = [
  ...readdirSync(repository).filter((name) => name.endsWith('.md')),
  ...folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.(ts|md)$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ),
]

it.each([
  ['documents', 'papers', /(?<!\bon )paper(?!: ?"a4")/i],
  ['runs jobs', 'works jobs off', /\bwork(s|ed|ing)?( the)? jobs off\b/i],
  ['belong to', 'belong into', /\bbelongs? into\b/i],
  ['gives exactly the values', 'comes to the very values', /\bcomes? to the very\b/i],
])('says %s, never %s', (_, __, other) => {
  const found = files.filter((path) =>
    other.test(`${path}\n${readFileSync(join(repository, path), 'utf8')}`),
  )
  expect(found).toEqual([])
})

/** Words of an idiom that the code once had, and the ordinary ones; `docs/glossary.md` has more. */
const replaced: Readonly<Record<string, string>> = {
  mend: 'fix',
  mends: 'fixes',
  mended: 'fixed',
  foresee: 'preview',
  foreseen: 'previewed',
  rehearse: 'dry run',
  rehearsal: 'dry run',
  rehearsed: 'dry run',
  reckon: 'rebill',
  reckoning: 'billing adjustment',
  postman: 'dispatcher',
  lane: 'endpoint queue',
  lanes: 'endpoint queues',
  workshop: 'folder workers',
  hastily: 'async commit',
  unordered: 'system transaction',
  stretch: 'chunk',
  milliards: 'billions',
}

/** More words of that idiom. Ordinary English has them too, so prose may use them. */
const replacedInNames: Readonly<Record<string, string>> = {
  tell: 'report, show, message',
  tells: 'reports, shows',
  told: 'reported, message',
  telling: 'reporting',
  said: 'given, specified, message',
  unsaid: 'unanswered, by default',
  lay: 'apply, layout',
  lays: 'applies',
  laid: 'applied',
  hear: 'handle, receive',
  hears: 'handles, receives',
  heard: 'handled, received',
  booked: 'posted',
  books: 'ledger, portfolio',
}

/** The words that a name is made of, in small letters: `previewByDraft`, `preview-by-draft.ts`. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
}

function oldWordsIn(names: Iterable<string>, words: Readonly<Record<string, string>>): string[] {
  const old = [...names].filter((name) => wordsOf(name).some((word) => Object.hasOwn(words, word)))
  return [...new Set(old)]
}

const tree = [
  'server',
  'cli',
  'sdk',
  'checkout',
  'console',
  'rules',
  'spreadsheet',
  'bench',
  'faults',
  'tools',
]
const sources = tree.flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|sql)$/.test(name) && !/(^|[\\/])(node_modules|dist)[\\/]/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => path !== join('server', 'test', 'house', 'words.test.ts')),
)

function codeOf(path: string): string {
  const text = readFileSync(join(repository, path), 'utf8')
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, '')
}

function oldNamesIn(path: string, code: string, words: Readonly<Record<string, string>>): string[] {
  const old = oldWordsIn([path, ...(code.match(/[A-Za-z_]\w*/g) ?? [])], words)
  return old.map((name) => `${path}: ${name}`)
}

it('calls files and everything in them by ordinary words', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  expect(sources.flatMap((path) => oldNamesIn(path, codeOf(path), replaced))).toEqual([])
})

it('reports, shows and posts in names, and neither tells nor books', () => {
  const found = sources.flatMap((path) =>
    oldNamesIn(path, withoutProse(codeOf(path)), replacedInNames),
  )
  expect(found).toEqual([])
})

/** Without texts of several words, such as messages and names of tests. SQL in templates stays. */
function withoutProse(code: string): string {
  return code.replaceAll(/'[^'\n]* [^'\n]*'/g, "''")
}

it('says ordinary words on the wire', () => {
  const document = readFileSync(join(repository, 'openapi.json'), 'utf8')
  const members = document.match(/(?<=")[\w/{}.-]+(?=")/g) ?? []
  const beyond = ['book_checks', 'told', 'policy.changed', 'dunning.noticed', 'mandate.withdrawn']
  expect(oldWordsIn(members, { ...replaced, ...replacedInNames })).toEqual([])
  expect(members.filter((name) => beyond.includes(name))).toEqual([])
})

/** Words that distributors integrate with: they stay, whatever would read better. */
const kept = `
  _links accepted_at assets billing_cycles cancellation_reason cancelled_at cancelled_by charge_id
  contains_sensitive_data currency customer_id customer_input distributor_id
  distributor_traffic_source duration_data duration_strategy email end_date ending_before error_code
  errors extra_data first_name gross_payment_amount insurer_external_policy_id insurer_id
  insurer_policy_id insurer_private_data integration_id integration_version_id is_locked
  is_version_assembled issue_date item_id language last_name livemode localized_dates media metadata
  method object payment_data payment_token policy_created_date policy_id pricing_logic_id
  pricing_logic_revision_id processed_at product_id product_version_id provider quote_token reason
  reference referrer_url refunds sales_lead_id sensitive_data start_date starting_after status
  subscription_plan_id termination_date time_zone token touchpoint_id transaction_metadata version_id
  whitelisted_referrer_url`

it('keeps the words that distributors integrate with', () => {
  const document = readFileSync(join(repository, 'openapi.json'), 'utf8')
  const missing = kept
    .trim()
    .split(/\s+/)
    .filter((name) => !document.includes(`"${name}"`))
  expect(missing).toEqual([])
})
