import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkLibraries } from './platform-binaries.ts'

test('links that an install script should have made are made, once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-native-'))
  const native = join(folder, 'native')
  try {
    await mkdir(join(native, 'lib'), { recursive: true })
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
    await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))
    expect(await linkLibraries(native)).toBe(true)
    expect(await linkLibraries(native)).toBe(true)
    expect(await readlink(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
  } finally {
    await rm(folder, { recursive: true })
  }
})
