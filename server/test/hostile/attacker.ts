import { parentPort } from 'node:worker_threads'
import { bodies } from './bodies.ts'

export interface Attack {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly authorization: string
  /** The name of a body, or its text. */
  readonly body: string | { readonly text: string } | null
}

export interface Struck {
  readonly status: number
  /** The beginning of the answer. */
  readonly text: string
}

const shownCharacters = 20_000

// A thread of its own: what making a request takes is not what answering it takes.
parentPort?.on('message', (attack: Attack) => {
  void strike(attack).then((struck) => parentPort?.postMessage(struck, []))
})

async function strike({ url, method, authorization, body }: Attack): Promise<Struck> {
  const sent =
    typeof body === 'string'
      ? bodies[body]?.()
      : body && { type: 'application/json', content: body.text }
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
