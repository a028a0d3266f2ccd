export { createNameQuestions, type NameQuestions as NameQuestionsStore } from './client/name-questions.ts'
export { NameQuestions } from './ui/NameQuestions.tsx'
