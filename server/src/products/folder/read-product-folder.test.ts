import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderFileBytesMax, folderFilesMax, readProductFolder } from './read-product-folder.ts'

let directory = ''

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'product-folder-'))
})

afterEach(async () => {
  await rm(directory, { recursive: true })
})

test('a folder is read byte for byte, with forward slashes and in order', async () => {
  const odd = Uint8Array.of(0xef, 0xbb, 0xbf, 0x00, 0xff, 0x0d, 0x0a)
  await mkdir(join(directory, 'items', 'long'), { recursive: true })
  await writeFile(join(directory, 'quote.json'), odd)
  await writeFile(join(directory, 'items', 'long', 'quote.json'), 'x')
  const files = await readProductFolder(directory)
  expect([...files.keys()]).toEqual(['items/long/quote.json', 'quote.json'])
  expect(files.get('quote.json')).toEqual(odd)
})

test('dotfiles and symbolic links stay behind', async () => {
  await mkdir(join(directory, '.git'))
  await writeFile(join(directory, '.git', 'config'), 'x')
  await writeFile(join(directory, '.env'), 'SECRET=1')
  await writeFile(join(directory, 'product.yaml'), 'key: a')
  await symlink(tmpdir(), join(directory, 'elsewhere'))
  await symlink('/etc/hostname', join(directory, 'hostname.txt'))
  expect([...(await readProductFolder(directory)).keys()]).toEqual(['product.yaml'])
})

test('a file that is too large is refused by name', async () => {
  await writeFile(join(directory, 'pricing.xlsx'), '')
  await truncate(join(directory, 'pricing.xlsx'), folderFileBytesMax + 1)
  await expect(readProductFolder(directory)).rejects.toThrow('pricing.xlsx is larger than')
})

test('a folder with too many files is refused', async () => {
  for (let at = 0; at <= folderFilesMax; at++) await writeFile(join(directory, `${at}.txt`), '')
  await expect(readProductFolder(directory)).rejects.toThrow('is it a product folder?')
})
