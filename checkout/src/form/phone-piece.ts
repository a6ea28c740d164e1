type Piece = typeof import('./phone.ts')

let loaded: Piece | null = null

/** All that knows telephone numbers weighs more than the page: it is loaded where a form asks for one. */
export async function loadPhones(): Promise<Piece> {
  return (loaded ??= await import('./phone.ts'))
}

/** It is there before the fields are made that need it. */
export function phonePiece(): Piece {
  if (loaded === null) throw new Error('a telephone number was read before its piece was there')
  return loaded
}
