import { readFile, writeFile } from 'node:fs/promises'

/** Changes a file as an editor would; a change that changes nothing is a mistake of the test. */
export async function editFile(path: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(path, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`the change leaves ${path} as it is`)
  await writeFile(path, after)
}
