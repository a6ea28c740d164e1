import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../test/builders/any-character.ts'
import { refuseFileNames } from './file-names.ts'
import { givenFolder } from './given-folder.ts'
import { parseProductFiles } from './parse-product-files.ts'

const folderOf = (...paths: string[]) => new Map(paths.map((path) => [path, new Uint8Array()]))

describe('a path is refused', () => {
  it.each([
    ['out of the folder', '../../x', 'The path has .. in it.'],
    ['with a detour', 'a/./b', 'The path has . in it.'],
    ['that is absolute', '/etc/passwd', 'The path is absolute.'],
    ['on a drive', 'C:x', 'The path is absolute.'],
    ['with backslashes', 'a\\b', 'The path has one of the characters'],
    ['with a stream', 'notes:b', 'The path has one of the characters'],
    ['with an empty part', 'a//b', 'The path has an empty part.'],
    ['that ends in a folder', 'a/', 'The path has an empty part.'],
    ['that is empty', '', 'The path has an empty part.'],
    ['with a NUL', 'a\0b', 'The path has a character that cannot be written.'],
    ['with a line break', 'a\nb', 'The path has a character that cannot be written.'],
    ['with half a character', 'a\ud800', 'The path has a character that cannot be written.'],
    ['of a device', 'tables/NUL.csv', 'NUL.csv is the name of a device on Windows.'],
    ['that ends with a dot', 'notes.', 'A name begins with a space, or ends with'],
    ['with a space behind a folder', 'a /b', 'A name begins with a space, or ends with'],
    ['of a hidden file', 'a/.git', 'Hidden files do not belong to a product.'],
    ['that is too long', 'x'.repeat(201), 'The path has more than 200 characters.'],
    ['that is too deep', 'a/a/a/a/a/a/a/a/b', 'The file lies deeper than 8 folders.'],
  ])('%s', (_what, path, message) => {
    const problems = refuseFileNames(folderOf(path))
    expect(problems).toHaveLength(1)
    expect(problems[0]?.message).toContain(message)
    expect(problems[0]?.fix).not.toBe('')
  })
})

describe('two files are refused', () => {
  it.each([
    ['that differ in case', 'Notes.txt', 'notes.TXT'],
    ['that are spelled with other code points', 'caf\u00e9', 'cafe\u0301'],
    ['of which one is a folder', 'tables', 'Tables/x.csv'],
  ])('%s', (_what, one, other) => {
    const problems = refuseFileNames(folderOf(one, other))
    expect(problems).toMatchObject([
      { message: expect.stringContaining('cannot lie in one folder') },
    ])
  })
})

it('plain paths are taken, in any language', () => {
  const paths = [
    'product.yaml',
    'tables/zone 1.csv',
    'documents/Überblick.typ',
    '数据/価格.csv',
    'a-b_c.d.e',
  ]
  expect(refuseFileNames(folderOf(...paths))).toEqual([])
})

it('a folder is refused with the name, before anything of it is kept', () => {
  const parsed = parseProductFiles(givenFolder({ '../../x': 'y' }))
  expect(parsed).toMatchObject({ ok: false, problems: [{ file: '../../x' }] })
})

it('whatever is taken lies inside the folder, and can be printed', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (path) => {
      const [problem] = refuseFileNames(folderOf(path))
      if (problem !== undefined) return
      const url = new URL(encodeURI(path), 'file:///folder/')
      expect(url.pathname.startsWith('/folder/')).toBe(true)
      expect(path).not.toMatch(/\p{Cc}/u)
    }),
  )
})
