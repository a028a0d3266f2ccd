import Fastify from 'fastify'

/** Fastify alone, the limit of any server on it: documents of the sizes in the arguments, in bytes, at `/0`, `/1` …. */
const app = Fastify()
for (const [at, size] of process.argv.slice(2).entries()) {
  const document = Buffer.alloc(Number(size), '<p>A document</p>\n')
  app.get(`/${at}`, (_request, reply) => reply.type('text/html; charset=utf-8').send(document))
}
const address = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`listening ${new URL(address).port}`)
