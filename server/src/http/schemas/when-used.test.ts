import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { openCompiledSchemas } from './compiled-schemas.ts'
import { whenUsed } from './when-used.ts'

/** Two calls that take and give a policy, and what was compiled for them so far. */
async function openOffice() {
  const compiled: string[] = []
  const { buildValidator, buildSerializer } = openCompiledSchemas()
  const compilersFactory = whenUsed({
    buildValidator: (named, options) => {
      const compile = buildValidator(named, options)
      return (route) => {
        compiled.push('check')
        return compile(route)
      }
    },
    buildSerializer: (named, options) => {
      const compile = buildSerializer(named, options)
      return (route) => {
        compiled.push('writer')
        return compile(route)
      }
    },
  })
  const app = Fastify({ schemaController: { compilersFactory } })
  const properties = { number: { type: 'string' } }
  const policy = { type: 'object', required: ['number'], properties }
  const schema = { body: policy, response: { 200: policy } }
  for (const url of ['/offers', '/policies']) {
    app.post(url, { schema }, async () => ({ number: 'BD-1', secret: 'rosebud' }))
  }
  await app.ready()
  return {
    compiled,
    post: (payload: object) => app.inject({ method: 'POST', url: '/policies', payload }),
  }
}

it('a server is up with nothing compiled, and each schema is compiled with its first use', async () => {
  const { compiled, post } = await openOffice()
  expect(compiled).toEqual([])
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await post({ number: 'BD-1' })).json()).toEqual({ number: 'BD-1' })
    expect(compiled).toEqual(['check', 'writer'])
  }
})

it('an invalid request is refused with its errors, also at the first use', async () => {
  const { post } = await openOffice()
  const wrong = [{}, { number: {} }].map(async (payload) => (await post(payload)).json<unknown>())
  expect(await Promise.all(wrong)).toEqual([
    expect.objectContaining({
      statusCode: 400,
      message: "body must have required property 'number'",
    }),
    expect.objectContaining({ statusCode: 400, message: 'body/number must be string' }),
  ])
})
