export { createNameQuestions, type NameQuestionsStore } from './client/name-questions.ts'
export { NameQuestions } from './ui/NameQuestions.tsx'
