import type { RowOf } from '@bindery/sdk'
import { useWords } from '../../words/language.ts'
import { roleWords } from './role-words.ts'

type Role = Pick<RowOf<'listRoles'>, 'key' | 'name' | 'description' | 'is_built_in'>

/** What a role is called, and what it is for: built-in roles in the language of the page. */
export function useRoleName(): (role: Role) => { readonly name: string; readonly does: string } {
  const { names, descriptions } = useWords(roleWords)
  return ({ key, name, description, is_built_in: isBuiltIn }) =>
    isBuiltIn
      ? { name: names[key] ?? name, does: descriptions[key] ?? description }
      : { name, does: description }
}
