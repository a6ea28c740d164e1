import { Type } from 'typebox'
import type { DatasetUse } from '../../../products/index.ts'
import { flag, named, text, textOrNull } from '../../wire/schema.ts'
import { problemsExample } from './examples.ts'
import { differencesExample, pushedProductExample, whatIfExample } from '../examples.ts'
import { problemSchema } from '../../wire/problem.ts'
import { differenceSchema } from '../difference.ts'

const warningsSchema = () =>
  Type.Array(named(problemSchema), { description: 'What looks like a mistake and may be meant.' })

const problemsSchema = () =>
  Type.Array(named(problemSchema), {
    description: 'All mistakes at once, by file and place, 200 at most.',
  })

export const validationSchema = Type.Object(
  {
    valid: flag('Whether a push would be taken.'),
    problems: problemsSchema(),
    warnings: warningsSchema(),
  },
  {
    $id: 'Validation',
    description: 'What is wrong with a product folder.',
    examples: [{ valid: true, problems: [], warnings: [] }],
  },
)

export const pushedSchema = Type.Object(
  {
    product_id: text('The product.'),
    product_version_id: text('The draft version, or the newest one where nothing changed.'),
    is_new: flag('False when the newest version already had exactly this content.'),
    warnings: warningsSchema(),
  },
  {
    $id: 'PushedProduct',
    description: 'A product folder, kept as a draft version.',
    examples: [pushedProductExample],
  },
)

export const whatIfSchema = Type.Object(
  {
    product_id: text('The product.'),
    product_version_id: text(
      'The what-if; the newest version, where that has exactly this content.',
    ),
    is_new: flag('False when exactly this content was kept before.'),
    failed_cases: Type.Array(named(problemSchema), {
      description: 'The test cases that do not come out as recorded, 200 at most.',
    }),
    warnings: warningsSchema(),
  },
  {
    $id: 'WhatIf',
    description: 'A product folder that is kept to be tried out.',
    examples: [whatIfExample],
  },
)

export const datasetUseSchema = Type.Object(
  {
    key: text('The dataset.'),
    product: textOrNull(
      'The key of the product that it belongs to and is published with; null where it is shared, so that an import changes it at once.',
    ),
    products: Type.Array(Type.String(), {
      description: 'The keys of all products that it feeds.',
    }),
  },
  { $id: 'DatasetUse', description: 'Whose a dataset is, and which products read it.' },
)

export function viewUse({ key, product, products }: DatasetUse) {
  return { key, product, products: [...products] }
}

export const planSchema = Type.Object(
  {
    valid: flag('Whether a push would be taken.'),
    problems: problemsSchema(),
    warnings: warningsSchema(),
    differences: Type.Array(named(differenceSchema), {
      description:
        'What would change against the live version, or else the newest; also where test cases fail, not where the folder cannot be read.',
    }),
    datasets: Type.Array(named(datasetUseSchema), {
      description: 'The datasets that the folder brings or names, and whom else they feed.',
    }),
  },
  {
    $id: 'Plan',
    description: 'What pushing and publishing a folder would change.',
    examples: [
      {
        valid: true,
        problems: [],
        warnings: [],
        differences: differencesExample,
        datasets: [],
      },
    ],
  },
)

/** A push that is refused, be it for mistakes or, without any, for how it was called. */
export const refusedPush = {
  description: 'The folder has mistakes, or the request is refused for another reason.',
  content: {
    'application/json': {
      schema: Type.Object({
        status: text('The reason phrase.'),
        message: text('How many mistakes there are, or the other reason.'),
        problems: Type.Optional(Type.Array(named(problemSchema))),
      }),
      examples: {
        mistakes: {
          summary: 'The folder has mistakes, all of which are listed. Nothing was kept.',
          value: {
            status: 'Unprocessable Entity',
            message: 'The product folder has a mistake.',
            problems: problemsExample,
          },
        },
      },
    },
  },
}
