/** Something that whoever runs a process has to fix: its message is shown to them as it is. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OperatorError'
  }
}
