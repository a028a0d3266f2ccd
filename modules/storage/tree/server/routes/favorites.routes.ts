import type { FastifyInstance } from 'fastify'
import { type Platform, serve, successMessage } from '../../../../platform/index.ts'
import { addFavorites, listFavorites, orderFavorites, removeFavorite } from '../../contract.ts'
import { presentItem } from '../item.resource.ts'
import type { Favorites } from '../services/favorites.ts'
import { requestScope } from './request.ts'

export const favoriteRoutes = (app: FastifyInstance, { i18n }: Platform, favorites: Favorites): void => {
  serve(app, listFavorites, async (_call, request) => ({
    data: (await favorites.list(requestScope(request).ownerId)).map((row) => ({ data: presentItem(row) })),
  }))
  serve(app, addFavorites, async ({ body }, request) => {
    await favorites.add(requestScope(request), body.ids)
    return successMessage(i18n, request, 'storage:message.favorite-added')
  })
  serve(app, orderFavorites, async ({ body }, request) => {
    await favorites.arrange(requestScope(request), body.ids)
    return successMessage(i18n, request, 'storage:message.favorites-ordered')
  })
  serve(app, removeFavorite, async ({ params }, request) => {
    await favorites.remove(requestScope(request), params.id)
    return successMessage(i18n, request, 'storage:message.favorite-removed')
  })
}
