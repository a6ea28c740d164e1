import type { FastifyInstance } from 'fastify'
import { type Listed, suggest } from '../../kernel/index.ts'
import { type Caller, type Permission, limitsOf } from '../../identity/index.ts'
import { type RevealedRecord, recordReveal } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember, permissionMissing } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named, type pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { fieldNotMasked } from './reasons.ts'
import type { revealedFieldExample } from './examples.ts'
import { type revealFieldBody, revealedFieldSchema } from './reveal.ts'

/** A kind of record with masked fields. */
interface Revealable {
  readonly name: 'policy' | 'lead' | 'quote'
  readonly path: 'policies' | 'leads' | 'quotes'
  readonly operationId: string
  readonly param: 'policyId' | 'leadId' | 'quoteId'
  readonly id: ReturnType<typeof pathId>
  readonly body: typeof revealFieldBody
  /** The example of a response. */
  readonly revealed: typeof revealedFieldExample
  /** A field that is not masked, and the hint that its refusal gives. */
  readonly mistake: readonly [field: string, hint: string]
  /** The refusal of a record that the caller does not see. */
  readonly unknown: Listed
  /** The permission to read the record otherwise. */
  readonly readBy: Permission
  /** Places that are masked and cannot be revealed, for the description. */
  readonly neverRevealed: { readonly places: RegExp; readonly says: string } | null
  readonly find: (app: FastifyInstance, reader: Caller, id: string) => Promise<Found>
}

interface Found {
  readonly record: RevealedRecord
  /** As it is shown to those who see everything. */
  readonly whole: object
  /** The places that others get masked. */
  readonly masked: readonly string[]
}

/** A call that shows one masked field of a record, with a reason. */
export function addReveal(app: App, deps: HttpDeps, kind: Revealable): void {
  app.post(
    `/manage/${kind.path}/:${kind.param}/reveal`,
    {
      config: {
        access: 'manage',
        // Each time that the value is shown has an entry of its own.
        shownOnce: 'value',
        refuses: [
          kind.unknown,
          fieldNotMasked.listed({ example: [kind.name, ...kind.mistake] }),
          invalidMember('`field` is missing, or `reason` has fewer than 5 characters.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
        ],
      },
      schema: {
        operationId: kind.operationId,
        summary: `Reveal a masked field of a ${kind.name}`,
        description:
          'Shows one value that is masked for callers without the permission ' +
          '`personal_data.read`. The audit log gets the field and the reason. A repeated ' +
          'request with the same `Idempotency-Key` gets the response without the value.' +
          (kind.neverRevealed === null ? '' : ` ${kind.neverRevealed.says}`),
        tags: ['Management'],
        params: Type.Object({ [kind.param]: kind.id }),
        body: named(kind.body),
        response: { 200: exampled(named(revealedFieldSchema), 'The field.', kind.revealed) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { field, reason } = request.body
      const reader = readerOf(caller, kind.readBy)
      const found = await kind.find(request.server, reader, request.params[kind.param] ?? '')
      const revealable = found.masked.filter((place) => !kind.neverRevealed?.places.test(place))
      if (!revealable.includes(field)) {
        throw fieldNotMasked(kind.name, field, suggest(field, revealable))
      }
      const revealed = { field, value: valueAt(found.whole, field.split('.')) }
      const replay = replayOf(reply, () => revealed)
      await recordReveal(deps, caller, found.record, { field, reason: reason.trim() }, replay)
      return revealed
    },
  )
}

/** Reveals only what the caller may read otherwise. */
export function readerOf(caller: Caller, permission: Permission): Caller {
  if (!caller.grants.has(permission)) throw permissionMissing(permission)
  return { ...caller, limits: limitsOf(caller.grants, permission) }
}

function valueAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined || value === null || value === undefined) return value ?? null
  if (step === '*') return Object.values(value).map((one) => valueAt(one, rest))
  return valueAt(Reflect.get(Object(value), step), rest)
}
