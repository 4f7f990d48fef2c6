import './find-windows.cases.js';
