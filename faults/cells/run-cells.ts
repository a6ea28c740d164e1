import { audit } from '../audit/audit.ts'
import { hurry } from '../audit/hurry.ts'
import type { BlowKind } from '../killer/blows.ts'
import { killAtRandom } from '../killer/kill-at-random.ts'
import { randomOf } from '../random.ts'
import { type CellName, type OpenCell, cellNames, openCell, openForBusiness } from './open-cell.ts'
import { openProxy } from './proxy.ts'

export interface CellsOptions {
  readonly folder: string
  readonly seed: number
  readonly losses: number
  /** No loss is begun later. */
  readonly minutes: number
  readonly customers: number
  readonly pauseMs: number
  readonly report: (line: string) => void
}

/** What one cell lost, while the other was to notice nothing. */
export interface Loss {
  readonly at: string
  readonly cell: CellName
  readonly kind: BlowKind
  readonly recoveredMs: number | null
  /** Requests that the other cell did not answer, or answered with 503, meanwhile. */
  readonly unansweredElsewhere: number
  readonly acknowledgedElsewhere: number
}

export interface CellsOutcome {
  readonly losses: readonly Loss[]
  readonly cells: readonly Pick<OpenCell, 'name' | 'ledger'>[]
}

const kinds: readonly [BlowKind, ...BlowKind[]] = [
  'server killed',
  'server stopped',
  'PostgreSQL killed',
]
const pace = {
  mercilessChance: 0,
  mercilessPauseMaxMs: 0,
  calmMaxMs: 1_000,
  freezeMaxMs: 0,
  longFreezeChance: 0,
}

/** Two cells behind one proxy lose servers and databases, one at a time. */
export async function runCells(options: CellsOptions): Promise<CellsOutcome> {
  const { folder, report } = options
  const random = randomOf(options.seed)
  const [north, south] = await Promise.all(cellNames.map((name) => openCell(name, folder, random)))
  if (north === undefined || south === undefined) throw new Error('there are two cells')
  const servers = [north, south].flatMap(({ name, installation }) =>
    installation.servers.map(({ url }, n) => [`${name}${n + 1}`, url ?? '']),
  )
  const proxy = await openProxy(folder, Object.fromEntries(servers) as Record<string, string>)
  try {
    const open = await Promise.all(
      [north, south].map((cell) => openForBusiness(cell, proxy.url, options)),
    )
    report('both cells are open for business')
    await strangersAreRefused(open)
    const losses = await loseInTurn(open, options)
    for (const cell of open) await closeAndAudit(cell, report)
    return { losses, cells: open }
  } finally {
    await proxy.stop()
    await Promise.all([north.stop(), south.stop()])
  }
}

/** A key of one cell opens nothing in the other, which knows none of its policies. */
async function strangersAreRefused(cells: readonly OpenCell[]): Promise<void> {
  for (const { client, ledger, name } of cells) {
    const stranger = cells.find((one) => one.name !== name)
    const secret = stranger?.installation.demo.insurer.test.secret ?? ''
    const answer = await client.ask({
      method: 'GET',
      path: '/manage/products',
      headers: { authorization: `Bearer ${secret}` },
      body: null,
    })
    if (answer.status !== 401) ledger.violate('a key of another cell opened something', { answer })
  }
}

async function loseInTurn(
  cells: readonly OpenCell[],
  { losses, minutes, seed, report }: CellsOptions,
): Promise<Loss[]> {
  const die = randomOf(seed).fork('losses')
  const until = performance.now() + minutes * 60_000
  const all: Loss[] = []
  while (all.length < losses && performance.now() < until) {
    const [hit, other] = die.chance(0.5) ? cells : cells.toReversed()
    if (hit === undefined || other === undefined) throw new Error('there are two cells')
    const loss = await lose(hit, other, die.pick(kinds))
    all.push(loss)
    report(`${all.length}/${losses}: ${loss.kind} in ${loss.cell}`)
  }
  return all
}

async function lose(hit: OpenCell, other: OpenCell, kind: BlowKind): Promise<Loss> {
  const at = new Date().toISOString()
  const [unanswered, acknowledged] = [unansweredIn(other), other.ledger.acknowledged.size]
  const { recoveriesMs } = await killAtRandom({
    ...hit,
    kills: 1,
    until: Infinity,
    pace,
    script: [kind],
  })
  const unansweredElsewhere = unansweredIn(other) - unanswered
  if (unansweredElsewhere > 0) {
    const evidence = { kind, hit: hit.name, unansweredElsewhere }
    other.ledger.violate('a cell noticed the loss of another', evidence)
  }
  return {
    at,
    cell: hit.name,
    kind,
    recoveredMs: recoveriesMs[0] ?? null,
    unansweredElsewhere,
    acknowledgedElsewhere: other.ledger.acknowledged.size - acknowledged,
  }
}

function unansweredIn({ ledger: { counts } }: OpenCell): number {
  return ['requests without an answer', 'answers 503'].reduce(
    (sum, what) => sum + (counts.get(what) ?? 0),
    0,
  )
}

async function closeAndAudit(cell: OpenCell, report: (line: string) => void): Promise<void> {
  const haste = hurry(cell.installation)
  try {
    report(`${cell.name}: closing; everybody is served`)
    await cell.shop.close()
    report(`${cell.name}: auditing`)
    await audit({ ...cell, isHurried: true })
  } finally {
    await haste.stop()
    await cell.client.close()
    await cell.receiver.close()
  }
}
