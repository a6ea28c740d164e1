const chunkBytes = 0x8000

/** The bytes of a file as `push` sends them. Text is taken as UTF-8. */
export function encodeFile(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  let binary = ''
  // In chunks, because a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes))
  }
  return btoa(binary)
}

/** The bytes of a file as `pull` gives them. */
export function decodeFile(content: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
}
