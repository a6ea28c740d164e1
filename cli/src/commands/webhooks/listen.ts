import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, type Event, signWebhook } from '@bindery/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { everyType, readEventTypes } from '../../event-types.ts'
import { isAway } from '../../server/is-away.ts'

interface Options {
  readonly forward: string
  readonly events?: readonly string[]
  readonly secret?: string
}

const pauseMs = 500
const awayPauseMs = 2_000
const pageRows = 100
const answerTimeoutMs = 15_000

export function addWebhooksListen(webhooks: Command): void {
  addCommand(webhooks, 'listen', {
    summary: 'Forward events to an address of this machine as they happen',
    details:
      'For developers: messages are signed like those of a webhook, and the server needs no access ' +
      'to this machine. Forwards each new event once, until you stop it with Ctrl+C. Reconnects if ' +
      'the server is unavailable.',
    examples: ['bindery webhooks listen --forward http://localhost:3000/hook'],
  })
    .requiredOption(
      '--forward <address>',
      'address that receives the messages by POST',
      readAddress,
    )
    .option('--events <types...>', 'only events of these types', readEventTypes)
    .option('--secret <secret>', 'sign with this secret instead of a new one', readSecret)
    .action(action(listen))
}

async function listen({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const secret = options.secret ?? `whsec_${randomBytes(32).toString('base64')}`
  let after = await lastEvent(client)
  output.show({ secret, forward: options.forward }, (paint) => [
    `Messages to ${options.forward} are signed with the secret ${paint.bold(secret)}`,
  ])
  for (;;) {
    const events = await readOn(output, () => client.manage.events.after(after, pageRows))
    for (const event of events) {
      if (isWanted(event, options)) {
        const forwarded = {
          event: event.id,
          type: event.type,
          ...(await forward(options, secret, event)),
        }
        output.show(forwarded, (paint) => [
          `${event.type} ${event.id} ${paint.dim(forwarded.answer)}`,
        ])
      }
      after = event.id
    }
    if (events.length < pageRows) await pause(pauseMs)
  }
}

function isWanted({ type }: Event, { events = [everyType] }: Options): boolean {
  return events.includes(everyType) || events.includes(type)
}

/** Reads the next events, and retries while the server is away: the feed skips nothing meanwhile. */
async function readOn(
  output: Work<Options>['output'],
  read: () => Promise<readonly Event[]>,
): Promise<readonly Event[]> {
  for (let isReported = false; ; isReported = true) {
    try {
      return await read()
    } catch (error) {
      if (!isAway(error)) throw error
      if (!isReported) {
        output.show({ waiting: error.message }, (paint) => [
          paint.dim(`${error.message} Retrying.`),
        ])
      }
      await pause(awayPauseMs)
    }
  }
}

/** The newest event: earlier ones are not forwarded. */
async function lastEvent(client: Client): Promise<string> {
  const { rows } = await client.manage.events.list({ limit: 1 }).page()
  const newest = rows[0]?.id ?? 'start'
  const since = await client.manage.events.after(newest, pageRows)
  return since.at(-1)?.id ?? newest
}

async function forward(
  { forward: address }: Options,
  secret: string,
  event: Event,
): Promise<{ answer: string }> {
  const body = JSON.stringify(event)
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(await signWebhook(secret, { id: event.id, body })),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    await response.body?.cancel()
    return { answer: String(response.status) }
  } catch (error) {
    const { cause, message } = error as Error // `fetch` rejects with nothing else.
    return { answer: cause instanceof Error ? cause.message : message }
  }
}

function readAddress(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError('Write an address such as http://localhost:3000/hook.')
}

function readSecret(text: string): string {
  if (/^whsec_[A-Za-z0-9+/]{22,}={0,2}$/.test(text)) return text
  throw new InvalidArgumentError('Write whsec_ and at least 16 bytes in base64.')
}
