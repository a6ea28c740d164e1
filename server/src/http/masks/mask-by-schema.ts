import { type JsonObject, isJsonObject } from '../../kernel/index.ts'
import { type MarkedFields, mask, maskData } from '../../masks/index.ts'
import { type PersonalMark, personalKeyword } from '../wire/personal.ts'

/** A schema of an answer, as far as masks are concerned. */
export interface AnswerSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, AnswerSchema>>
  readonly items?: AnswerSchema
  readonly [personalKeyword]?: PersonalMark
}

export interface Masking {
  readonly named: (id: string) => AnswerSchema
  /** The fields that are marked in the sale of a record, which names its product version. */
  readonly marksOf: (sale: object) => MarkedFields
}

/** The answer with masks in place of what its schema marks. Whatever has none is not copied. */
export function maskBySchema(schema: AnswerSchema, answer: unknown, masking: Masking): unknown {
  const places = new Set<string>()

  function show(one: AnswerSchema, value: unknown, at: Place): unknown {
    const node = resolve(one, masking)
    if (value === null || value === undefined || !hasMarks(node, masking)) return value
    const mark = node[personalKeyword]
    if (mark === 'masked') {
      at.places.add(at.path.join('.'))
      return maskFor(node)
    }
    if (mark === 'by_product') return showData(value, at)
    if (Array.isArray(value) && node.items !== undefined) {
      const { items } = node
      return value.map((entry) => show(items, entry, below(at, '*')))
    }
    return showMembers(node.properties ?? {}, Object(value), at)
  }

  function showMembers(
    properties: Readonly<Record<string, AnswerSchema>>,
    record: object,
    at: Place,
  ): object {
    const isListing = Object.hasOwn(properties, 'masked')
    const own: Place = {
      path: isListing ? [] : at.path,
      places: isListing ? new Set() : at.places,
      sale: Object.hasOwn(properties, 'product_version_id') ? record : at.sale,
    }
    const shown = Object.entries(record).map(([name, value]): [string, unknown] => {
      const member = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, member === undefined ? value : show(member, value, below(own, name))]
    })
    const masked = isListing && own.places.size > 0 ? { masked: [...own.places] } : {}
    return { ...Object.fromEntries(shown), ...masked }
  }

  function showData(value: unknown, at: Place): JsonObject {
    if (at.sale === null) throw new Error(`${at.path.join('.')} is of no known product`)
    const given = value as JsonObject // Its schema is an object of JSON.
    if (!isJsonObject(given)) throw new Error(`${at.path.join('.')} is not an object`)
    const { data, masked } = maskData(masking.marksOf(at.sale), given)
    for (const name of masked) at.places.add([...at.path, name].join('.'))
    return data
  }

  return show(schema, answer, { path: [], places, sale: null })
}

/** Where the walk through an answer is. */
interface Place {
  readonly path: readonly string[]
  /** Collects what is masked, for the nearest record that lists it. */
  readonly places: Set<string>
  /** The nearest record that names a product version. */
  readonly sale: object | null
}

function below(at: Place, name: string): Place {
  return { ...at, path: [...at.path, name] }
}

function resolve(schema: AnswerSchema, { named }: Masking): AnswerSchema {
  return schema.$ref === undefined ? schema : named(schema.$ref.replace(/#$/, ''))
}

const knownToHave = new WeakMap<AnswerSchema, boolean>()

function hasMarks(node: AnswerSchema, masking: Masking): boolean {
  const known = knownToHave.get(node)
  if (known !== undefined) return known
  const parts = [...Object.values(node.properties ?? {}), ...(node.items ? [node.items] : [])]
  const has =
    node[personalKeyword] !== undefined ||
    parts.some((part) => hasMarks(resolve(part, masking), masking))
  knownToHave.set(node, has)
  return has
}

/** Of a type that the schema allows. */
function maskFor({ type = 'string' }: AnswerSchema): unknown {
  const types = [type].flat()
  if (types.includes('string')) return mask
  if (types.includes('object')) return {}
  if (types.includes('array')) return []
  throw new Error(`there is no mask for ${types.join(' or ')}`)
}
