import { setTimeout as sleep } from 'node:timers/promises'
import { type Evidence, evidencePages, verifyEvidence } from '@bindery/sdk'
import type { DemoFile } from '@bindery/server/src/demo/demo-file.ts'
import type { FaultyDatabase } from '../installation/database.ts'
import type { Ledger } from '../ledger.ts'
import type { Counter } from '../load/counter.ts'

const lookAgainMs = 200
const chainTimeoutMs = 60_000

const notProvedOnce = `
  select id from (select id from events union all select id from audit_entries) as record
  where (select count(*) from evidence_links l where l.record_id = record.id) <> 1`

/** Every event and every entry of the audit log is proved once, and both chains of the insurer hold. */
export async function auditEvidence(
  database: Pick<FaultyDatabase, 'ask'>,
  counter: Pick<Counter, 'get'>,
  demo: Pick<DemoFile, 'insurer'>,
  ledger: Ledger,
  patienceMs = chainTimeoutMs,
): Promise<void> {
  const left = await untilProved(database, patienceMs)
  if (left.length > 0) ledger.violate('a record that is not proved exactly once', left)
  for (const mode of ['test', 'live'] as const) {
    const { secret } = demo.insurer[mode]
    const page = async (after: number) => {
      const { body } = await counter.get(`/manage/evidence?limit=1000&after=${after}`, secret)
      return body as unknown as Evidence // As it is documented; whether it holds is computed.
    }
    const { links, fault } = await verifyEvidence(evidencePages(page))
    if (fault !== null) ledger.violate('evidence that does not hold', { mode, ...fault })
    if (links === 0) ledger.violate('nothing was there to be proved', { mode })
  }
}

/** What was written last is chained a moment later. */
async function untilProved(
  database: Pick<FaultyDatabase, 'ask'>,
  patienceMs: number,
): Promise<object[]> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const left = await database.ask(notProvedOnce)
    if (left.length === 0 || performance.now() > giveUpAt) return left
    await sleep(lookAgainMs)
  }
}
