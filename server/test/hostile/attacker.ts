import { type MessagePort, parentPort } from 'node:worker_threads'
import { answers, bodies } from './bodies.ts'

export interface Attack {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly authorization: string
  /** The name of a body, or a quote with answers of that name. */
  readonly body: string | QuoteBody | null
  /** Where the answer to this one goes, however late it comes. */
  readonly port: MessagePort
}

export interface QuoteBody {
  readonly quote: { readonly data: object }
  readonly answers: string
}

export interface Struck {
  readonly status: number
  /** The beginning of the answer. */
  readonly text: string
}

const shownCharacters = 500_000

// A thread of its own: what making a request takes is not what answering it takes.
parentPort?.on('message', (attack: Attack) => {
  void strike(attack)
    // A connection that an early answer closed is no longer there for the next request.
    .catch(() => strike(attack))
    .catch((error: unknown) => ({ status: 0, text: String(error) }))
    .then((struck) => attack.port.postMessage(struck, []))
    .finally(() => attack.port.close())
})

async function strike({ url, method, authorization, body }: Attack): Promise<Struck> {
  const sent = typeof body === 'string' ? bodies[body]?.() : body && quoteOf(body)
  const response = await fetch(url, {
    method,
    headers: {
      authorization,
      accept: 'application/vnd.bindery.v3+json',
      ...(sent ? { 'content-type': sent.type } : {}),
    },
    ...(sent ? { body: sent.content as string } : {}), // Bytes will do as well.
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    if (text.length < shownCharacters) text += decoder.decode(chunk, { stream: true })
  }
  return { status: response.status, text: text.slice(0, shownCharacters) }
}

function quoteOf({ quote, answers: name }: QuoteBody) {
  const data = { ...quote.data, ...answers[name]?.() }
  return { type: 'application/json', content: JSON.stringify({ ...quote, data }) }
}
