import './find-windows.cases.js';
import './find-and-hold.cases.js';
