import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../../../../platform/index.ts'
import { addFavourites, orderFavourites, removeFavourite } from '../../contract.ts'
import type { Favourites } from '../services/favourites.ts'
import { requestScope } from './request-scope.ts'
import { successResponse } from './success-response.ts'

export const favouriteRoutes = (app: FastifyInstance, { i18n }: Platform, favourites: Favourites): void => {
  serve(app, addFavourites, async ({ body }, request) => {
    await favourites.add(requestScope(request), body.ids)
    return successResponse(i18n, request, 'favourite-added')
  })
  serve(app, orderFavourites, async ({ body }, request) => {
    await favourites.arrange(requestScope(request), body.ids)
    return successResponse(i18n, request, 'favourites-ordered')
  })
  serve(app, removeFavourite, async ({ params }, request) => {
    await favourites.remove(requestScope(request), params.id)
    return successResponse(i18n, request, 'favourite-removed')
  })
}
