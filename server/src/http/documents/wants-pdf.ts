/**
 * Whether the client of an asset link wants the document itself: a browser does, and a client that
 * accepts PDF. Clients that accept JSON, or anything, get the list.
 */
export function wantsPdf(accept: string | undefined): boolean {
  const wishes = (accept ?? '').split(',').map(readWish)
  const wishFor = (...types: readonly string[]) =>
    Math.max(0, ...wishes.filter(({ type }) => types.includes(type)).map(({ weight }) => weight))
  const document = wishFor('application/pdf', 'text/html', 'application/xhtml+xml')
  return document > 0 && document >= wishFor('application/json')
}

function readWish(wish: string): { type: string; weight: number } {
  const [type = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length)
  const number = Number(weight ?? 1)
  return { type, weight: Number.isFinite(number) ? number : 0 }
}
