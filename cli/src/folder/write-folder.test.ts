import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFolder } from './write-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-write-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const files = (entries: Record<string, string>) =>
  new Map(Object.entries(entries).map(([path, text]) => [path, Buffer.from(text)]))
const keep = { overwrite: false, keepOthers: true }
const overwrite = { overwrite: true, keepOthers: true }

describe('pulled files', () => {
  it('are written, left alone where they are the same, and told apart from others', async () => {
    await writeFile(join(folder, 'product.yaml'), 'key: a')
    await writeFile(join(folder, 'notes.txt'), 'mine')
    const result = await writeFolder(
      folder,
      files({ 'product.yaml': 'key: a', 'tables/x.csv': '1' }),
      keep,
    )
    expect(result).toEqual({
      written: ['tables/x.csv'],
      unchanged: ['product.yaml'],
      others: ['notes.txt'],
    })
    expect(await readFile(join(folder, 'tables/x.csv'), 'utf8')).toBe('1')
  })

  it('do not go where other files lie, unless told to keep them', async () => {
    await writeFile(join(folder, 'notes.txt'), 'mine')
    const strict = { overwrite: true, keepOthers: false }
    await expect(writeFolder(folder, files({ 'product.yaml': 'a' }), strict)).rejects.toThrow(
      'holds files that this version does not have: notes.txt.',
    )
    expect(await readdir(folder)).toEqual(['notes.txt'])
  })

  it('overwrite nothing that was changed, and write nothing at all then', async () => {
    await writeFile(join(folder, 'product.yaml'), 'key: mine')
    const pulled = files({ 'product.yaml': 'key: a', 'quote.json': '{}' })
    await expect(writeFolder(folder, pulled, keep)).rejects.toThrow(
      'different content in product.yaml',
    )
    expect(await readdir(folder)).toEqual(['product.yaml'])
    await writeFolder(folder, pulled, overwrite)
    expect(await readFile(join(folder, 'product.yaml'), 'utf8')).toBe('key: a')
  })

  it.each([
    '../outside',
    '/etc/passwd',
    'a/../../b',
    '.git/config',
    'a\\b',
    'a//b',
    '',
    'C:x',
    'a:stream',
    'a\0b',
  ])('never leave the folder: %j', async (path) => {
    const pulled = files({ [path]: 'x' })
    await expect(writeFolder(folder, pulled, overwrite)).rejects.toThrow('not safe')
    expect(await readdir(folder)).toEqual([])
  })

  it('do not follow a link out of the folder', async () => {
    const outside = join(folder, 'outside')
    const inside = join(folder, 'inside')
    await mkdir(outside)
    await mkdir(inside)
    await symlink(outside, join(inside, 'tables'))
    await symlink(join(outside, 'x'), join(inside, 'product.yaml'))
    for (const path of ['tables/x.csv', 'product.yaml']) {
      const pulled = files({ [path]: 'x' })
      await expect(writeFolder(inside, pulled, overwrite)).rejects.toThrow('not a plain')
    }
    expect(await readdir(outside)).toEqual([])
  })
})
