import { didYouMean, isJsonObject } from '../../kernel/index.ts'
import { resolveSchema } from './body-members.ts'
import type { App } from '../deps.ts'
import { unknownMember } from './reasons.ts'

/** The parts of a JSON schema that matter here. */
interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly additionalProperties?: unknown
  readonly items?: unknown
}

/**
 * Without this check a misspelt member would be ignored, such as the end of a resend or the day of
 * a receipt.
 */
export function addKnownMembers(app: App): void {
  app.addHook('onRoute', (route) => {
    const { body } = route.schema ?? {}
    if (!route.url.startsWith('/manage/') || body === undefined) return
    const hooks = [route.preHandler ?? []].flat()
    route.preHandler = [
      async (request) => {
        const [first] = unknownIn(request.body, shapeOf(resolveSchema(request, body)), '')
        if (first === undefined) return
        throw unknownMember(first.path, didYouMean(first.name, first.known) ?? 'Remove it.')
      },
      ...hooks,
    ]
  })
}

interface Unknown {
  readonly path: string
  readonly name: string
  readonly known: readonly string[]
}

function unknownIn(value: unknown, shape: Shape, path: string): Unknown[] {
  if (Array.isArray(value)) {
    const item = shapeOf(shape.items)
    return value.flatMap((one, index) => unknownIn(one, item, `${path}${index}.`))
  }
  const { properties, additionalProperties } = shape
  // The caller chooses the names of files and answers.
  if (!isJsonObject(value) || properties === undefined || additionalProperties !== undefined) {
    return []
  }
  const known = Object.keys(properties)
  return Object.entries(value).flatMap(([name, member]) =>
    known.includes(name)
      ? unknownIn(member, shapeOf(properties[name]), `${path}${name}.`)
      : [{ path: path + name, name, known }],
  )
}

/** JSON schemas of ours, where they are any at all. */
function shapeOf(schema: unknown): Shape {
  return Object(schema) as Shape
}
