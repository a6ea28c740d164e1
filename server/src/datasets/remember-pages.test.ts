import { describe, expect, it } from 'vitest'
import type { Page } from './find-page.ts'
import { rememberPages } from './remember-pages.ts'

const pageOf = (json: string): Page => {
  return { json, firstId: null, lastId: null, hasPrevious: false, hasNext: false }
}

describe('pages that are remembered', () => {
  it('are found once, also by callers that ask at once', async () => {
    const pages = rememberPages(1_000)
    let searches = 0
    const find = async () => pageOf(`[${++searches}]`)
    const [one, other] = await Promise.all([pages.get('a', find), pages.get('a', find)])
    expect([one.json, other.json, (await pages.get('a', find)).json]).toEqual(['[1]', '[1]', '[1]'])
  })

  it('are looked for again after a failure', async () => {
    const pages = rememberPages(1_000)
    await expect(pages.get('a', () => Promise.reject(new Error('too slow')))).rejects.toThrow(
      'slow',
    )
    expect((await pages.get('a', async () => pageOf('[]'))).json).toBe('[]')
  })

  it('never take more than their share: the one unused longest leaves', async () => {
    const pages = rememberPages(100)
    const found: string[] = []
    const ask = (key: string) =>
      pages.get(key, async () => {
        found.push(key)
        return pageOf('x'.repeat(40))
      })
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key)
    expect(found).toEqual(['a', 'b', 'c', 'b'])
  })

  it('that are larger than their share are not kept, and drive nobody out', async () => {
    const pages = rememberPages(100)
    let searches = 0
    const find = (letters: number) => async () => {
      searches += 1
      return pageOf('x'.repeat(letters))
    }
    await pages.get('small', find(40))
    await pages.get('huge', find(500))
    await pages.get('small', find(40))
    expect(searches).toBe(2)
    await pages.get('huge', find(500))
    expect(searches).toBe(3)
  })
})
