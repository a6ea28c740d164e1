import { untilServed } from './until-served.ts'

/**
 * A stand-in for curl with the few options that the README uses, so that its commands can be run
 * on a machine that has no curl. Where a busy machine answers that it takes a moment, it asks again,
 * as a reader would.
 */
const [url, request] = readArguments(process.argv.slice(2))
const { text } = await untilServed(async (repeated) => {
  for (const [name, value] of Object.entries(repeated)) request.headers.set(name, value)
  const response = await fetch(url, request)
  const answered = await response.text()
  return { text: answered, code: codeIn(answered) }
})
process.stdout.write(text)

function codeIn(answered: string): unknown {
  try {
    return (JSON.parse(answered) as { readonly code?: unknown } | null)?.code
  } catch {
    return undefined // It is a page, and no refusal.
  }
}

function readArguments(
  words: readonly string[],
): [string, RequestInit & { readonly headers: Headers }] {
  const headers = new Headers({ accept: '*/*' })
  let address = ''
  let body: string | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '-s') continue
    if (word === '-H') {
      const [name = '', value = ''] = (words[++at] ?? '').split(/:\s*(.*)/s, 2)
      headers.set(name, value)
    } else if (word === '-d') body = words[++at] ?? ''
    else if (word.startsWith('-')) throw new Error(`this stand-in does not know ${word}`)
    else address = word
  }
  return [address, body === undefined ? { headers } : { method: 'POST', headers, body }]
}
