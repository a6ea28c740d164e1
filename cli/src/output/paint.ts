import picocolors from 'picocolors'

export type Paint = ReturnType<typeof picocolors.createColors>

/** For where there is no terminal, such as a page. */
export const plainPaint: Paint = picocolors.createColors(false)

/** Colours on a terminal, none in a file or a pipe, and none where NO_COLOR asks for none. */
export function paintFor(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Paint {
  const isUnwanted = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  const isForced = (env['FORCE_COLOR'] ?? '0') !== '0'
  return picocolors.createColors(!isUnwanted && (isForced || stream.isTTY))
}
