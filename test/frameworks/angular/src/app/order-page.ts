import { HttpClient } from '@angular/common/http';
import { Component, CUSTOM_ELEMENTS_SCHEMA, inject, input, signal } from '@angular/core';
import type { ResolveFn } from '@angular/router';
import 'crypto-checkout/define/crypto-checkout';

/** Resolves the order of the route. */
export const orderOf: ResolveFn<string> = ({ params }) =>
  inject(HttpClient).get(`/api/orders/${params['id']}`, { responseType: 'text' });

@Component({
  selector: 'app-order-page',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>Your order</h1>
    <crypto-checkout [attr.order]="order()" (crypto-paid)="paid.set($event.detail.orderId)" />
    <output>{{ paid() && 'The page heard that ' + paid() + ' is paid' }}</output>
  `,
})
export class OrderPage {
  readonly order = input.required<string>();
  readonly paid = signal('');
}
