export { createNameQuestions } from './client/name-questions.ts'
export { NameQuestions } from './ui/NameQuestions.tsx'
