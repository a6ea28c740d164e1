import { copyFile, open, rename, stat, truncate } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './embedded-postgres-error.ts'

const logBytesMax = 8 * 1024 * 1024
const checkEveryMs = 60_000
const tailBytesMax = 8_000
const tailLinesMax = 12

export function logFile(dataDir: string): string {
  return join(dataDir, 'postgres.log')
}

/** Opened by us, so the database's user need not reach the folder. Older lines move to `.1`. */
export async function openLog(dataDir: string): Promise<FileHandle> {
  const path = logFile(dataDir)
  if ((await size(path)) > logBytesMax) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}

/** The running server keeps the file open, so it is emptied in place, after a copy. */
export function boundLog(dataDir: string, log: (line: string) => void): { stop(): void } {
  const path = logFile(dataDir)
  const timer = setInterval(() => {
    shorten(path).catch((error: Error) => log(`cannot shorten ${path}: ${error.message}`))
  }, checkEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function shorten(path: string): Promise<void> {
  if ((await size(path)) <= logBytesMax) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}

export async function size(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

/** The last lines that the server wrote after `from`, for a person to read. */
export async function logTail(dataDir: string, from: number): Promise<string> {
  const file = await open(logFile(dataDir), 'r')
  try {
    const end = (await file.stat()).size
    const start = Math.max(from, end - tailBytesMax)
    const { buffer, bytesRead } = await file.read({
      position: start,
      length: Math.max(end - start, 1),
    })
    const lines = buffer.toString('utf8', 0, bytesRead).trim().split('\n')
    return lines.slice(-tailLinesMax).join('\n')
  } finally {
    await file.close()
  }
}
