import { type Static, Type } from 'typebox'
import type { ChainProof, Evidence } from '../../evidence/index.ts'
import { flag, named, oneOf, text, textOrNull } from '../wire/schema.ts'

export const evidenceLinkSchema = Type.Object(
  {
    number: Type.Integer({ description: 'Which link of the chain it is: 1, 2, 3 without a gap.' }),
    kind: oneOf(['event', 'audit'], 'What it proves: an event, or an entry of the audit log.'),
    record_id: text('The event or entry that was chained.'),
    record: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description:
        'What the event or entry says by itself, as it stands now; null where it is gone.',
    }),
    content: Type.Unsafe<unknown>({
      description:
        'What it says besides: `data` of an event, `before` and `after` of an entry. Where it was ' +
        'erased nothing but nulls is left of it.',
    }),
    salt: textOrNull('The key of the commitment, in hex; null where the content was erased.'),
    commitment: text('HMAC-SHA256 of the content by the salt, in hex.'),
    hash: text('SHA-256 of the hash before, the number, the record and the commitment, in hex.'),
  },
  { $id: 'EvidenceLink', description: 'One link of the chain that proves events and audit log.' },
)

export const evidenceSchema = Type.Object(
  {
    insurer_id: text('Whose chain it is.'),
    livemode: flag('True for live, false for test. What is of both modes is in the live chain.'),
    end: Type.Object(
      {
        number: Type.Integer({ description: 'The last link; 0 where there is none yet.' }),
        hash: text('Its hash, in hex. Whoever keeps it elsewhere can prove later what stood here.'),
      },
      { description: 'Where the chain ends now.' },
    ),
    links: Type.Array(named(evidenceLinkSchema), { description: 'In the order of the chain.' }),
  },
  { $id: 'Evidence', description: 'A part of the chain that proves events and audit log.' },
)

export function viewEvidence(
  { owner, end }: ChainProof,
  links: readonly Evidence[],
): Static<typeof evidenceSchema> {
  return {
    insurer_id: owner.insurerId,
    livemode: owner.livemode,
    end: { number: end.number, hash: end.hash.toString('hex') },
    links: links.map((link) => ({
      number: link.number,
      kind: link.kind,
      record_id: link.recordId,
      record: link.record,
      content: link.content,
      salt: link.salt?.toString('hex') ?? null,
      commitment: link.commitment.toString('hex'),
      hash: link.hash.toString('hex'),
    })),
  }
}
