import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { RequestApproval } from '@bindery/sdk'
import { Argument, type Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { describeApproval } from '../../output/approvals.ts'

interface Options {
  readonly body?: string
  readonly reason: string
}

export function addApprovalsRequest(approvals: Command): void {
  addCommand(approvals, 'request', {
    summary: 'Request a call that needs a second person',
    details:
      'A command that needs a second person prints this one, ready to be copied. The call is checked ' +
      'at once, and is made when another person approves it.',
    examples: [
      'bindery approvals request POST /manage/product_versions/prv_01a1dd4f990214706f9ece885eea/publish --reason "The tariff of 2028."',
      'bindery approvals request POST /manage/roles --body @role.json --reason "For trainees."',
    ],
  })
    .addArgument(
      new Argument('<method>', 'of the call').choices(['POST', 'PATCH', 'PUT', 'DELETE']),
    )
    .argument('<path>', 'of the call, with its query; it begins with /manage/')
    .option('--body <json>', 'body of the call; @file reads it from a file, @- from standard input')
    .requiredOption(
      '--reason <text>',
      'why, for the person who decides; do not include personal data',
    )
    .action(action(request))
}

async function request(
  { options, output, server }: Work<Options>,
  method: RequestApproval['method'],
  path: string,
): Promise<void> {
  const { reason } = options
  const body = options.body === undefined ? {} : { body: await readBody(options.body) }
  const { approvals } = (await server()).client.manage
  const approval = await approvals.request({ method, path, ...body, reason })
  output.show(approval, (paint) => [
    ...describeApproval(approval, paint),
    '',
    `${paint.green('✓')} Requested. Another person approves it with:`,
    `    bindery approvals approve ${approval.id}`,
  ])
}

/** The server checks its members. */
async function readBody(given: string): Promise<NonNullable<RequestApproval['body']>> {
  const fix = 'Write a JSON object, or @ and the name of a file that has one.'
  let body: unknown
  try {
    body = JSON.parse(await contentOf(given))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Failure(exitCodes.usage, `--body cannot be read: ${why}`, fix, { cause })
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new Failure(exitCodes.usage, '--body is not a JSON object.', fix)
}

async function contentOf(given: string): Promise<string> {
  if (given === '@-') return text(process.stdin)
  return given.startsWith('@') ? readFile(given.slice(1), 'utf8') : given
}
