import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { type CompiledSchemas, openCompiledSchemas } from './compiled-schemas.ts'

const text = { type: 'string' } as const
const partyOf = (...members: string[]) => ({
  $id: 'Party',
  type: 'object',
  required: members,
  properties: Object.fromEntries(members.map((member) => [member, text])),
})

/** An app with a policy that shows its holder and takes another, whose schema has a name. */
function sellPolicies(compilersFactory: CompiledSchemas, party: object) {
  const app = Fastify({ schemaController: { compilersFactory } })
  app.addSchema(party)
  app.addSchema({ $id: 'Policy', type: 'object', properties: { holder: { $ref: 'Party#' } } })
  const schema = { body: { $ref: 'Policy#' }, response: { 200: { $ref: 'Policy#' } } }
  for (const url of ['/policies/1', '/policies/2']) {
    app.patch(url, { schema }, async () => ({ holder: { name: 'Ada', secret: 'rosebud' } }))
  }
  return app
}

/** What both policies answer to a new holder. */
async function answerOf(
  app: ReturnType<typeof sellPolicies>,
  holder: object = { name: 'Ada', secret: 'rosebud' },
): Promise<unknown> {
  const [first, second] = await Promise.all(
    ['/policies/1', '/policies/2'].map(async (url) =>
      (await app.inject({ method: 'PATCH', url, payload: { holder } })).json<unknown>(),
    ),
  )
  expect(second).toEqual(first)
  return first
}

const missing = (member: string) =>
  expect.objectContaining({
    statusCode: 400,
    message: `body/holder must have required property '${member}'`,
  })

describe('serializers', () => {
  it('write what the schemas list, those they refer to included, and nothing else', async () => {
    const app = sellPolicies(openCompiledSchemas(), partyOf('name'))
    expect(await answerOf(app)).toEqual({ holder: { name: 'Ada' } })
  })

  it('are shared by apps only as far as their schemas agree', async () => {
    const schemas = openCompiledSchemas()
    const named = await answerOf(sellPolicies(schemas, partyOf('name')))
    expect(named).toEqual({ holder: { name: 'Ada' } })
    const secret = await answerOf(sellPolicies(schemas, partyOf('secret')))
    expect(secret).toEqual({ holder: { secret: 'rosebud' } })
  })

  it('are compiled once for all routes that respond alike', () => {
    const { buildSerializer } = openCompiledSchemas()
    const compile = (url: string) =>
      buildSerializer(
        { Party: partyOf('name') },
        {},
      )({ schema: { $ref: 'Party#' }, method: 'GET', url, httpStatus: '200' })
    expect(compile('/policies')).toBe(compile('/offers'))
  })
})

describe('validators', () => {
  it('follow the schemas, those they refer to included', async () => {
    const app = sellPolicies(openCompiledSchemas(), partyOf('name'))
    expect(await answerOf(app, {})).toEqual(missing('name'))
  })

  it('are shared by apps only as far as their schemas agree', async () => {
    const schemas = openCompiledSchemas()
    const apps = ['name', 'secret', 'name'].map((member) => sellPolicies(schemas, partyOf(member)))
    const answers = await Promise.all(apps.map((app) => answerOf(app, {})))
    expect(answers).toEqual([missing('name'), missing('secret'), missing('name')])
  })

  it('are compiled once for all routes with the same request, of all apps', () => {
    const { buildValidator } = openCompiledSchemas()
    const compile = (url: string) =>
      buildValidator(
        { Party: partyOf('name') },
        { customOptions: {} },
      )({ schema: { $ref: 'Party#' }, method: 'PATCH', url, httpPart: 'body' })
    expect(compile('/policies')).toBe(compile('/offers'))
  })
})
