/** How this run was started itself: npm is a script that Node runs. */
export function npmCommand(...words: string[]): { file: string; words: string[] } {
  const npm = process.env['npm_execpath']
  if (npm === undefined) return { file: 'npm', words }
  return { file: process.execPath, words: [npm, ...words] }
}
