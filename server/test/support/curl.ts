/**
 * A stand-in for curl with the few options that the README uses, so that its commands can be run
 * on a machine that has no curl.
 */
const [url, request] = readArguments(process.argv.slice(2))
const response = await fetch(url, request)
process.stdout.write(await response.text())

function readArguments(words: readonly string[]): [string, RequestInit] {
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
