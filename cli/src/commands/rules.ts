import type { Command } from 'commander'
import { type Work, action, addLocalCommand } from '../command.ts'
import { Failure, exitCodes } from '../failure.ts'
import { describeRule, listRules } from '../output/rules.ts'
// Written from the server's own table of rules by `npm run rules-guide`, so that no server is needed.
import pages from '../rules/rules.json' with { type: 'json' }

export function addRules(program: Command): void {
  addLocalCommand(program, 'rules [name]', {
    summary: 'Show the rules that fields may have, or one of them with examples',
    details: 'A word that is no rule finds the rules that have it in their names or descriptions.',
    examples: ['bindery rules', 'bindery rules required_if', 'bindery rules date'],
  }).action(action(rules))
}

async function rules({ output }: Work<object>, name?: string): Promise<void> {
  const one = pages.find((page) => page.name === name)
  if (one !== undefined) {
    output.show(one, (paint) => describeRule(one, paint))
    return
  }
  const found = name === undefined ? pages : pages.filter((page) => mentions(page, name))
  if (found.length === 0) {
    const fix = 'bindery rules lists them all.'
    throw new Failure(exitCodes.failed, `There is no rule ${name}, nor one that tells of it.`, fix)
  }
  output.show(found, (paint) => listRules(found, paint))
}

function mentions({ name, about }: { name: string; about: string }, word: string): boolean {
  return `${name} ${about}`.toLowerCase().includes(word.toLowerCase())
}
