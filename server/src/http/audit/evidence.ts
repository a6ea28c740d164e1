import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import type { ChainProof, Evidence } from '../../evidence/index.ts'
import { flag, named, oneOf, text, textOrNull } from '../wire/schema.ts'

export const evidenceLinkSchema = Type.Object(
  {
    number: Type.Integer({
      description: 'The number of the link in the chain: 1, 2, 3 without gaps.',
    }),
    kind: oneOf(['event', 'audit'], 'Whether it proves an event or an entry of the audit log.'),
    record_id: text('The event or entry.'),
    record: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The event or entry itself, as it is stored now; null if it no longer exists.',
    }),
    content: Type.Unsafe<unknown>({
      description:
        'The content: `data` of an event, `before` and `after` of an entry. After an ' +
        'erasure, only nulls are left.',
    }),
    salt: textOrNull(
      'The salt: the key of the HMAC in `commitment`, in hex. Null if the content was erased.',
    ),
    commitment: text('HMAC-SHA256 of the content keyed with the salt, in hex.'),
    hash: text('SHA-256 of the previous hash, the number, the record and the commitment, in hex.'),
  },
  { $id: 'EvidenceLink', description: 'One link of the hash chain over events and audit log.' },
)

export const evidenceSchema = Type.Object(
  {
    insurer_id: text('The insurer of the chain.'),
    livemode: flag(
      'True for live, false for test. Records that belong to both modes are in the live ' +
        'chain.',
    ),
    end: Type.Object(
      {
        number: Type.Integer({
          description: 'The number of the last link; 0 if there is none yet.',
        }),
        hash: text(
          'The hash of the last link, in hex. Store it elsewhere to prove later that the ' +
            'chain was not rewritten.',
        ),
      },
      { description: 'The current end of the chain.' },
    ),
    links: Type.Array(named(evidenceLinkSchema), { description: 'In the order of the chain.' }),
  },
  { $id: 'Evidence', description: 'A part of the hash chain over events and audit log.' },
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
