import { Type } from './type.ts'
import type { Problem } from '../../kernel/index.ts'
import { text } from './schema.ts'

export const problemSchema = Type.Object(
  {
    file: text('The file in the product folder.'),
    place: text('The place in the file; empty for the whole file.'),
    message: text('What is wrong.'),
    fix: text('How to fix it.'),
  },
  { $id: 'Problem', description: 'An error in a product folder.' },
)

export function viewProblems(problems: readonly Problem[]) {
  return problems.map(({ file, place, message, fix }) => ({ file, place, message, fix }))
}
