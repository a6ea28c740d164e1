/** The names of the local machine; a page under one of them is the same as under the others. */
const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** The origins of our own pages. */
export function ownOrigins(publicUrl: string): readonly string[] {
  const url = URL.parse(publicUrl)
  if (url === null) return []
  if (!loopbackNames.includes(url.hostname)) return [url.origin]
  const port = url.port === '' ? '' : `:${url.port}`
  return loopbackNames.map((name) => `${url.protocol}//${name}${port}`)
}
