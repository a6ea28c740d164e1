export { compileExpression } from './compile-expression.ts'
export * from './frame.ts'
export * from './scope.ts'
