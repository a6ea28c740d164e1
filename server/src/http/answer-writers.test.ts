import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { type AnswerWriters, openAnswerWriters } from './answer-writers.ts'

const text = { type: 'string' } as const
const partyOf = (...members: string[]) => ({
  $id: 'Party',
  type: 'object',
  properties: Object.fromEntries(members.map((member) => [member, text])),
})

/** An app with a policy that shows its holder, whose schema has a name. */
async function showPolicy(writers: AnswerWriters, party: object): Promise<unknown> {
  const app = Fastify({ schemaController: { compilersFactory: { buildSerializer: writers } } })
  app.addSchema(party)
  app.addSchema({ $id: 'Policy', type: 'object', properties: { holder: { $ref: 'Party#' } } })
  for (const url of ['/policies/1', '/policies/2']) {
    app.get(url, { schema: { response: { 200: { $ref: 'Policy#' } } } }, async () => ({
      holder: { name: 'Ada', secret: 'rosebud' },
    }))
  }
  const first = (await app.inject('/policies/1')).json<unknown>()
  expect((await app.inject('/policies/2')).json<unknown>()).toEqual(first)
  await app.close()
  return first
}

describe('what writes answers', () => {
  it('writes what the schemas list, those they refer to included, and nothing else', async () => {
    expect(await showPolicy(openAnswerWriters(), partyOf('name'))).toEqual({
      holder: { name: 'Ada' },
    })
  })

  it('is shared by apps only as far as their schemas agree', async () => {
    const writers = openAnswerWriters()
    expect(await showPolicy(writers, partyOf('name'))).toEqual({ holder: { name: 'Ada' } })
    expect(await showPolicy(writers, partyOf('secret'))).toEqual({ holder: { secret: 'rosebud' } })
  })

  it('is compiled once for all routes that answer alike', () => {
    const writers = openAnswerWriters()
    const compile = (url: string) =>
      writers(
        { Party: partyOf('name') },
        {},
      )({
        schema: { $ref: 'Party#' },
        method: 'GET',
        url,
        httpStatus: '200',
      })
    expect(compile('/policies')).toBe(compile('/offers'))
  })
})
