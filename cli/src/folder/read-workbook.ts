import { readFile } from 'node:fs/promises'
import { Failure, exitCodes } from '../failure.ts'

const workbookBytesMax = 20 * 1024 * 1024

export async function readWorkbook(file: string): Promise<Uint8Array> {
  let content: Uint8Array
  try {
    content = await readFile(file)
  } catch (cause) {
    const fix = 'Name a workbook that was saved as .xlsx.'
    throw new Failure(exitCodes.usage, `${file} cannot be read.`, fix, { cause })
  }
  if (content.length <= workbookBytesMax) return content
  const fix = 'Remove pictures and unused sheets. Large lists belong in a dataset.'
  throw new Failure(exitCodes.usage, `${file} holds more than 20 MiB.`, fix)
}
