import * as route from '@vialproof/contract/orders.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { answerOnce } from '../../platform/http/idempotency.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  cancelOwnOrder,
  createOrder,
  listOwnOrders,
  type OrdersContext,
  putOrderDetails,
  selectOwnOrder,
} from './orders.service.ts';

/** The customer's routes for orders. */
export function ordersRoutes(platform: Platform, orders: OrdersContext) {
  return newRoutes()
    .openapi(route.createOrder, async (c) => {
      const ask = c.req.valid('json');
      const data = await answerOnce(c, platform, (tx) => createOrder(orders, tx, requireViewer(c), ask));
      return c.json({ data }, 201);
    })
    .openapi(route.listOrders, async (c) => {
      const { orders: data, pagination } = await listOwnOrders(
        orders,
        requireViewer(c),
        c.req.valid('query'),
      );
      return c.json({ data, pagination }, 200);
    })
    .openapi(route.getOrder, async (c) =>
      c.json({ data: unwrap(await selectOwnOrder(orders, requireViewer(c), c.req.valid('param').id)) }, 200),
    )
    .openapi(route.putOrderDetails, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        { data: unwrap(await putOrderDetails(orders, requireViewer(c), id, c.req.valid('json'))) },
        200,
      );
    })
    .openapi(route.cancelOrder, async (c) =>
      c.json({ data: unwrap(await cancelOwnOrder(orders, requireViewer(c), c.req.valid('param').id)) }, 200),
    );
}
