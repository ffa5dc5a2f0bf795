import { mount } from '../../screen/connect.js';

mount(document.querySelector('main'));
