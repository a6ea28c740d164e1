import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { timestamp } from '../../kernel/index.ts'
import type { PolicyDocument } from '../../documents/index.ts'
import {
  type HandoverRecord,
  handoverWays,
  notHandedOver,
  recordsThatCount,
  wayOf,
} from '../../handover/index.ts'
import type { Policy } from '../../policies/index.ts'
import {
  type HandedDocument,
  type ProductDefinition,
  handoverDocuments,
  handoverKinds,
} from '../../products/index.ts'
import type { Links } from '../links.ts'
import { personal } from '../wire/personal.ts'
import {
  flag,
  named,
  oneOf,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import { handoverExample, handoverOfOfferExample } from './examples.ts'

const kind = oneOf(
  handoverKinds,
  'What the document is: the insurance product information document (`ipid`), the terms, the ' +
    'general information, or the instruction on withdrawal.',
)
const waysInWords = '`download`: opened by its link. `mail`: carried by a mail.'
const by = oneOf(handoverWays, waysInWords)
const required = flag(
  'Whether the offer can be paid only once it is complete: it was made with `handover_required`.',
)
const complete = flag('Whether the customer has received all documents.')
const designation = text('The designation of the document in the product, such as `ipid`.')

export const handoverOfOfferSchema = Type.Object(
  {
    policy_id: text('The offer.'),
    required,
    complete,
    documents: Type.Array(
      Type.Object({
        designation,
        kind,
        name: text('The name of the document, in its language.'),
        language: text('The language of the document.'),
        href: personal(
          text(
            'The address of the document, for the customer: opened by this link it is handed over. ' +
              'Other links to it record nothing.',
          ),
        ),
        handed_over_at: timestampOrNull('When the customer received it first; null until then.'),
        by: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          enum: [...handoverWays, null],
          description: `How the customer received it first; null until then. ${waysInWords}`,
        }),
      }),
      { description: 'In the order of the product; empty if the product hands over none.' },
    ),
  },
  {
    $id: 'HandoverOfOffer',
    description: 'The documents that a customer receives before the contract.',
    examples: [handoverOfOfferExample],
  },
)

const recordSchema = Type.Object(
  {
    designation,
    kind,
    language: text('The language of the document.'),
    version_id: text('The version of the offer that the document belongs to.'),
    content_hash: text('SHA-256 of the exact document.'),
    by,
    mail_id: textOrNull('The mail that carried it; null for a download.'),
    handed_over_at: timestampText('When it was opened, or when the mail had gone.'),
    voided_at: timestampOrNull('When the mail came back; null if the record counts.'),
  },
  { $id: 'HandoverRecord', description: 'A document that a customer has received.' },
)

export const handoverSchema = Type.Object(
  {
    policy_id: text('The offer or policy.'),
    required,
    complete,
    missing: Type.Array(Type.String(), {
      description: 'The designations of the documents that the customer has not received.',
    }),
    records: Type.Array(named(recordSchema), { description: 'Oldest first.' }),
  },
  {
    $id: 'Handover',
    description: 'What a customer has received before the contract, with its proof.',
    examples: [handoverExample],
  },
)

export const handoverSchemas = {
  ofOffer: handoverOfOfferSchema,
  record: recordSchema,
  handover: handoverSchema,
}

interface Handed {
  readonly definition: ProductDefinition
  readonly isRequired: boolean
  readonly records: readonly HandoverRecord[]
}

/** For the customer: what is to be opened, and what was. */
export function viewHandoverOfOffer(
  { id }: Policy,
  { definition, isRequired, records }: Handed,
  documents: readonly PolicyDocument[],
  assetToken: string,
  to: Links,
): Static<typeof handoverOfOfferSchema> {
  const counting = recordsThatCount(records)
  const view = ({ designation: key, handover }: HandedDocument) => {
    const document = documents.find((one) => one.designation === key)
    if (document === undefined) return []
    const first = counting.find((one) => one.designation === key)
    return [
      {
        designation: key,
        kind: handover,
        name: document.name,
        language: document.language,
        href: `${to.document(document, assetToken).href}&handover=true`,
        handed_over_at: first === undefined ? null : timestamp(first.handedAt),
        by: first === undefined ? null : wayOf(first),
      },
    ]
  }
  return {
    policy_id: id,
    required: isRequired,
    complete: notHandedOver(definition, records).length === 0,
    documents: handoverDocuments(definition).flatMap(view),
  }
}

export function viewHandover(
  { id }: Policy,
  { definition, isRequired, records }: Handed,
): Static<typeof handoverSchema> {
  const missing = notHandedOver(definition, records)
  return {
    policy_id: id,
    required: isRequired,
    complete: missing.length === 0,
    missing: missing.map(({ designation: key }) => key),
    records: records.map((record) => ({
      designation: record.designation,
      kind: record.kind,
      language: record.language,
      version_id: record.versionId,
      content_hash: record.hash,
      by: wayOf(record),
      mail_id: record.mailId,
      handed_over_at: timestamp(record.handedAt),
      voided_at: record.voidedAt === null ? null : timestamp(record.voidedAt),
    })),
  }
}
