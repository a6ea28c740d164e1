import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  type Anchor,
  type Evidence,
  type EvidenceVerdict,
  evidencePages,
  verifyEvidence,
} from '@bindery/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { AlreadyReported } from '../../failure.ts'
import type { Paint } from '../../output/paint.ts'
import { facts } from '../../output/table.ts'

interface Options {
  readonly anchor: readonly Anchor[]
  readonly file?: string
}

export function addAuditVerify(audit: Command): void {
  addCommand(audit, 'verify', {
    summary: 'Verify that events and the audit log were not altered',
    details:
      'Recomputes the hash chain of the mode of the key. Where a link is broken, names the first one ' +
      'and exits with 1. Prints an anchor, the end of the chain: keep it elsewhere and pass it with ' +
      '--anchor next time, to detect a chain that was rewritten as a whole.',
    examples: [
      'bindery audit verify --live',
      'bindery audit verify --anchor 1204:9f86d081884c7d65...',
      'bindery audit verify --file evidence.jsonl',
    ],
  })
    .option(
      '--anchor <number:hash>',
      'an anchor of an earlier run; may be repeated',
      readAnchor,
      [],
    )
    .option('--file <path>', 'verify an export of `bindery audit export`, without a server')
    .action(action(verify))
}

async function verify({ options, output, server }: Work<Options>): Promise<void> {
  const { anchor, file } = options
  const verdict = await output.during('Recomputing the hash chain', async () => {
    const pages =
      file === undefined
        ? evidencePages((await server()).client.manage.audit.evidence)
        : readPages(file)
    return verifyEvidence(pages, anchor)
  })
  output.show(verdict, (paint) => describe(verdict, paint))
  if (verdict.fault !== null) throw new AlreadyReported()
}

function describe({ links, erased, end, fault }: EvidenceVerdict, paint: Paint): string[] {
  const summary = facts(
    [
      ['intact links', String(links)],
      ['of them erased', String(erased)],
      ['anchor', `${end.number}:${end.hash}`],
    ],
    paint,
  )
  if (fault === null) return [...summary, '', `${paint.green('✓')} The chain is intact.`]
  const { number, record_id, why } = fault
  const which = record_id === null ? `Link ${number}` : `Link ${number}, of ${record_id},`
  return [...summary, '', `${paint.red('✗')} ${which} is broken: ${why}.`]
}

/** One page of the server a line, as `audit export` writes them. */
async function* readPages(path: string): AsyncGenerator<Evidence> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
  for await (const line of lines) {
    if (line !== '') yield JSON.parse(line) as Evidence // Its links are what is verified.
  }
}

function readAnchor(text: string, before: readonly Anchor[]): readonly Anchor[] {
  const [, number, hash] = /^(\d{1,16}):([0-9a-f]{64})$/.exec(text) ?? []
  if (number === undefined || hash === undefined) {
    throw new InvalidArgumentError(
      'Write an anchor as it was printed: a number, a colon and 64 hex digits.',
    )
  }
  return [...before, { number: Number(number), hash }]
}
