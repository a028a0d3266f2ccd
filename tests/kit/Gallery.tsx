import { Controls } from './Controls.tsx'
import { Files } from './Files.tsx'
import { Floating } from './Floating.tsx'
import { Statuses } from './Statuses.tsx'

/** Every component in every state. */
export const Gallery = () => (
  <main className="mx-auto grid max-w-6xl gap-6 p-4 lg:grid-cols-2 lg:p-8">
    <h1 className="text-28 font-bold lg:col-span-2">Kit</h1>
    <Controls />
    <Floating />
    <Statuses />
    <Files />
  </main>
)
