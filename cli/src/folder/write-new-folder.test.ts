import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertNewFolder, writeNewFolder } from './write-new-folder.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'bindery-new-folder-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const files = (texts: Readonly<Record<string, string>>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
const product = files({ 'product.yaml': 'key: a', 'tests/cases.yaml': '[]' })
/** Halfway, a file stands where a folder is needed. */
const broken = files({ 'a.yaml': 'a', 'b/c': 'c', 'b/c/d': 'd' })

describe('a new folder', () => {
  it.each([
    ['that is not there yet', 'products/travel'],
    ['that is there and empty', 'empty'],
  ])('%s has every file', async (_, name) => {
    await mkdir(join(home, 'empty'))
    await assertNewFolder(join(home, name))
    const written = await writeNewFolder(join(home, name), product)
    expect(written).toEqual(['product.yaml', 'tests/cases.yaml'])
    expect(await readFile(join(home, name, 'tests/cases.yaml'), 'utf8')).toBe('[]')
    expect(await readdir(join(home, name))).toEqual(['product.yaml', 'tests'])
  })

  it.each([
    ['that is not there yet', 'travel', ['empty']],
    ['that is there and empty', 'empty', ['empty']],
  ])('%s has none where one cannot be written', async (_, name, left) => {
    await mkdir(join(home, 'empty'))
    await expect(writeNewFolder(join(home, name), broken)).rejects.toThrow('cannot be written')
    expect(await readdir(home)).toEqual(left)
    expect(await readdir(join(home, 'empty'))).toEqual([])
  })

  it('is refused beforehand where something is in the way', async () => {
    await writeFile(join(home, 'file'), '')
    await expect(assertNewFolder(join(home, 'file'))).rejects.toThrow('is a file')
    await expect(assertNewFolder(join(home, 'file', 'travel'))).rejects.toThrow('in the way')
    await expect(assertNewFolder(home)).rejects.toThrow('is not empty')
  })
})
