type Piece = typeof import('./phone.ts')

let loaded: Piece | null = null

/** The module for telephone numbers is larger than the page, so it is loaded only for forms that ask for one. */
export async function loadPhones(): Promise<Piece> {
  return (loaded ??= await import('./phone.ts'))
}

/** The loaded module. It is loaded before telephone fields are built. */
export function phonePiece(): Piece {
  if (loaded === null) throw new Error('a telephone number was read before its piece was there')
  return loaded
}
